import type { Item } from '../model/item.js';
import type { Motion } from '../motion.js';
import { wrap } from '../width.js';
import { clamp } from '../window.js';
import { flatten, type Flat } from './flatten.js';

/** A tree whose items open and close. */
export interface TreeState {
  kind: 'tree';
  head: readonly string[];
  items: readonly Item[];
  /** What the user opened or closed, by id. */
  toggled: ReadonlyMap<string, boolean>;
  flat: readonly Flat[];
  /** Position in `flat`. */
  cursor: number;
  /** First line on the screen. */
  top: number;
  width: number;
  height: number;
}

export type TreeAction =
  | Motion
  | { type: 'resize'; width: number; height: number }
  | { type: 'toggle'; open?: boolean }
  | { type: 'tree'; head: string[]; items: Item[] };

export function emptyTree(): TreeState {
  return { kind: 'tree', head: [], items: [], toggled: new Map(), flat: [], cursor: 0, top: 0, width: 80, height: 10 };
}

export function currentItem({ flat, cursor }: TreeState): Flat | undefined {
  return flat[cursor];
}

/** Lines above the tree: what it is about. */
export function headLines({ head, width }: TreeState): string[] {
  return head.flatMap((text) => wrap(text, width)).slice(0, 4);
}

/** Lines that the tree itself has. */
export function treeHeight(state: TreeState): number {
  return Math.max(1, state.height - headLines(state).length - 1);
}

export function reduceTree(state: TreeState, action: TreeAction): TreeState {
  switch (action.type) {
    case 'move':
      return at(state, state.cursor + action.by);
    case 'page':
      return at(state, paged(state, action.by));
    case 'edge':
      return at(state, action.to === 'first' ? 0 : state.flat.length - 1);
    case 'resize':
      return reflowed({ ...state, width: action.width, height: action.height });
    case 'toggle':
      return toggled(state, action.open);
    case 'tree':
      return reflowed({ ...state, head: action.head, items: action.items });
  }
}

function toggled(state: TreeState, open: boolean | undefined): TreeState {
  const current = currentItem(state);
  if (!current?.item.children) return state;
  const next = open ?? !current.open;
  return reflowed({ ...state, toggled: new Map(state.toggled).set(current.item.id, next) });
}

/** The item under the cursor stays under it. */
function reflowed(state: TreeState): TreeState {
  const id = currentItem(state)?.item.id;
  const flat = flatten(state.items, state.toggled, state.width);
  const found = flat.findIndex(({ item }) => item.id === id);
  return at({ ...state, flat }, found >= 0 ? found : id === undefined ? firstToRead(flat) : state.cursor);
}

/** What stopped the host is what the reader came for. */
function firstToRead(flat: readonly Flat[]): number {
  return Math.max(
    0,
    flat.findIndex(({ item }) => item.style === 'bad'),
  );
}

function paged({ flat, cursor, height }: TreeState, by: number): number {
  const wanted = (flat[cursor]?.start ?? 0) + Math.trunc(by * height);
  if (by > 0) {
    const found = flat.findIndex(({ start }) => start >= wanted);
    return found < 0 ? flat.length - 1 : found;
  }
  return Math.max(
    0,
    flat.findLastIndex(({ start }) => start <= wanted),
  );
}

function at(state: TreeState, position: number): TreeState {
  const cursor = clamp(position, 0, Math.max(0, state.flat.length - 1));
  const current = state.flat[cursor];
  const last = state.flat.at(-1);
  if (!current || !last) return { ...state, cursor: 0, top: 0 };
  const height = treeHeight(state);
  const total = last.start + last.lines.length;
  const end = current.start + current.lines.length;
  const top = clamp(state.top, end - height, current.start);
  return { ...state, cursor, top: clamp(top, 0, Math.max(0, total - height)) };
}
