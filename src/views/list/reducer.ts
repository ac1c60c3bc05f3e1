import type { Row } from '../model/row.js';
import type { Motion } from '../motion.js';
import { clamp, windowTop } from '../window.js';
import { merge, patched, type Rows } from './merge.js';
import { orderOf, type Choice } from './order.js';

/** A list that is wider than the screen is high: what is in it, what of it is shown, and where the cursor is. */
export interface ListState extends Rows, Choice {
  kind: 'list';
  /** Indexes of the rows that pass the filter, in order. */
  order: readonly number[];
  /** Position in `order`. */
  cursor: number;
  /** Position in `order` of the first row on the screen. */
  top: number;
  /** Rows on the screen. */
  height: number;
  /** Rows that are still computed; undefined before the first answer. */
  pending?: number;
  /** What is computed after them. */
  last?: string | undefined;
  /** What it means that there are no rows. */
  empty?: string | undefined;
}

export type ListAction =
  | Motion
  | { type: 'resize'; height: number }
  | { type: 'filter'; text: string }
  | { type: 'problems' }
  | { type: 'sort'; column: number }
  | {
      type: 'rows';
      rows: Row[];
      pending: number;
      again: boolean;
      last?: string | undefined;
      empty?: string | undefined;
    }
  | { type: 'patch'; rows: Row[]; pending: number; again: boolean; last?: string | undefined }
  /** Changed rows have been seen. */
  | { type: 'calm'; keys: ReadonlySet<string> };

export function emptyList(): ListState {
  return {
    kind: 'list',
    rows: [],
    index: new Map(),
    widths: [],
    changed: new Set(),
    order: [],
    cursor: 0,
    top: 0,
    height: 10,
    filter: '',
    problems: false,
  };
}

export function currentRow({ rows, order, cursor }: ListState): Row | undefined {
  return rows[order[cursor] ?? -1];
}

export function visibleRows({ rows, order, top, height }: ListState): Row[] {
  return order.slice(top, top + height).map((i) => rows[i]!);
}

export function reduceList(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'move':
      return at(state, state.cursor + action.by);
    case 'page':
      return at(state, state.cursor + Math.trunc(action.by * state.height));
    case 'edge':
      return at(state, action.to === 'first' ? 0 : state.order.length - 1);
    case 'resize':
      return at({ ...state, height: Math.max(1, action.height) }, state.cursor);
    case 'filter':
      return reordered(state, { filter: action.text });
    case 'problems':
      return reordered(state, { problems: !state.problems });
    case 'sort':
      return reordered(state, { sort: nextSort(state, action.column) });
    case 'rows':
      return reordered(
        { ...state, empty: action.empty },
        { ...merge(state, action.rows, action.again), pending: action.pending, last: action.last },
      );
    case 'patch': {
      const change = {
        ...patched(state, action.rows, action.again),
        pending: action.pending,
        last: action.last,
      };
      // Of long lists there are many patches, and most are read in the order of the engine.
      const inOrder = state.filter === '' && !state.problems && !state.sort;
      return inOrder ? { ...state, ...change } : reordered(state, change);
    }
    case 'calm':
      return { ...state, changed: new Set([...state.changed].filter((key) => !action.keys.has(key))) };
  }
}

function at(state: ListState, position: number): ListState {
  const cursor = clamp(position, 0, Math.max(0, state.order.length - 1));
  return { ...state, cursor, top: windowTop(state.top, cursor, state.height, state.order.length) };
}

/** The row under the cursor stays under it, and where it is on the screen. */
function reordered(state: ListState, change: Partial<ListState>): ListState {
  const next = { ...state, ...change };
  const key = currentRow(state)?.key;
  const order = orderOf(next.rows, next);
  const index = key === undefined ? undefined : next.index.get(key);
  const found = index === undefined ? -1 : order.indexOf(index);
  const cursor = found >= 0 ? found : clamp(state.cursor, 0, Math.max(0, order.length - 1));
  const top = found >= 0 ? found - (state.cursor - state.top) : state.top;
  return at({ ...next, order, cursor, top }, cursor);
}

/** A column sorts upwards, then downwards, then not. */
function nextSort({ sort }: ListState, column: number): ListState['sort'] {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}
