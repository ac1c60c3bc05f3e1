import type { Binding } from './key.js';

/** What moves the cursor of a list or a tree, or a text. */
export type Motion =
  | { type: 'move'; by: number }
  /** In heights of the window. */
  | { type: 'page'; by: number }
  | { type: 'edge'; to: 'first' | 'last' };

/** As in k9s and less. */
export const MOVES: readonly Binding<Motion>[] = [
  { keys: ['up', 'k'], does: 'up', action: { type: 'move', by: -1 } },
  { keys: ['down', 'j'], does: 'down', action: { type: 'move', by: 1 } },
  { keys: ['pgup', 'ctrl-b'], does: 'page up', action: { type: 'page', by: -1 } },
  { keys: ['pgdn', 'ctrl-f', ' '], does: 'page down', action: { type: 'page', by: 1 } },
  { keys: ['ctrl-u'], does: 'half page up', action: { type: 'page', by: -0.5 } },
  { keys: ['ctrl-d'], does: 'half page down', action: { type: 'page', by: 0.5 } },
  { keys: ['g', 'home'], does: 'first', action: { type: 'edge', to: 'first' } },
  { keys: ['G', 'end'], does: 'last', action: { type: 'edge', to: 'last' } },
];
