import type { Binding } from '../key.js';
import type { Column } from './columns.js';
import type { ListAction } from './reducer.js';

/** As in k9s and less. */
export const MOVES: readonly Binding<ListAction>[] = [
  { keys: ['up', 'k'], does: 'up', action: { type: 'move', by: -1 } },
  { keys: ['down', 'j'], does: 'down', action: { type: 'move', by: 1 } },
  { keys: ['pgup', 'ctrl-b'], does: 'page up', action: { type: 'page', by: -1 } },
  { keys: ['pgdn', 'ctrl-f', ' '], does: 'page down', action: { type: 'page', by: 1 } },
  { keys: ['ctrl-u'], does: 'half page up', action: { type: 'page', by: -0.5 } },
  { keys: ['ctrl-d'], does: 'half page down', action: { type: 'page', by: 0.5 } },
  { keys: ['g', 'home'], does: 'first', action: { type: 'edge', to: 'first' } },
  { keys: ['G', 'end'], does: 'last', action: { type: 'edge', to: 'last' } },
];

export const PROBLEMS: Binding<ListAction> = {
  keys: ['ctrl-z'],
  does: 'problems only',
  action: { type: 'problems' },
  hint: true,
};

/** Shift and a letter sort by a column. */
export function sortKeys(columns: readonly Column[]): Binding<ListAction>[] {
  return columns.flatMap(({ title, sort }, column) =>
    sort ? [{ keys: [sort], does: `sort ${title.toLowerCase()}`, action: { type: 'sort', column } as const }] : [],
  );
}
