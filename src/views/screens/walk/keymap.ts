import type { Binding } from '../../key.js';
import { TREE_KEYS } from '../../tree/keymap.js';
import type { ScreenAction } from '../screen.js';

export const KEYS: readonly Binding<ScreenAction>[] = [
  { keys: ['enter'], does: 'open, or the field', action: { type: 'open', what: 'enter' }, hint: true },
  { keys: ['y'], does: 'YAML of the field', action: { type: 'open', what: 'yaml' }, hint: true },
  { keys: ['w'], does: 'who sees it', action: { type: 'open', what: 'who' }, hint: true },
  ...TREE_KEYS,
];
