import type { Binding } from '../../key.js';
import { MOVES, PROBLEMS, sortKeys } from '../../list/keymap.js';
import type { ScreenAction } from '../screen.js';
import { COLUMNS } from './columns.js';

export const KEYS: readonly Binding<ScreenAction>[] = [
  { keys: ['enter'], does: 'why', action: { type: 'open', what: 'enter' }, hint: true },
  PROBLEMS,
  ...MOVES,
  ...sortKeys(COLUMNS),
];
