import type { Binding } from '../../key.js';
import { MOVES, PROBLEMS, sortKeys } from '../../list/keymap.js';
import type { ScreenAction } from '../screen.js';
import { COLUMNS } from './columns.js';

export const KEYS: readonly Binding<ScreenAction>[] = [
  { keys: ['enter'], does: 'hosts', action: { type: 'open', what: 'enter' }, hint: true },
  { keys: ['y'], does: 'YAML', action: { type: 'open', what: 'yaml' }, hint: true },
  PROBLEMS,
  ...MOVES,
  ...sortKeys(COLUMNS),
];
