import type { Binding } from '../key.js';
import { MOVES } from '../motion.js';
import type { PagerAction } from './reducer.js';

export const PAGER_KEYS: readonly Binding<PagerAction>[] = [
  { keys: ['n'], does: 'next match', action: { type: 'hit', by: 1 } },
  { keys: ['N'], does: 'match before', action: { type: 'hit', by: -1 } },
  ...MOVES,
];
