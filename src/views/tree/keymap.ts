import type { Binding } from '../key.js';
import { MOVES } from '../motion.js';
import type { TreeAction } from './reducer.js';

export const TREE_KEYS: readonly Binding<TreeAction>[] = [
  { keys: ['right', 'l'], does: 'open', action: { type: 'toggle', open: true } },
  { keys: ['left', 'h'], does: 'close', action: { type: 'toggle', open: false } },
  ...MOVES,
];
