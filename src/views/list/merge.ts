import type { Cell } from '../../output/table.js';
import { PENDING, textOf, type Row } from '../model/row.js';
import { columnsOf } from '../width.js';

/** The rows of a list as the engine knows them so far. */
export interface Rows {
  rows: readonly Row[];
  /** Position of a row by its key. */
  index: ReadonlyMap<string, number>;
  /** Of the widest cell of each column. */
  widths: readonly number[];
  /** Rows that are not what they were before the mesh changed. */
  changed: ReadonlySet<string>;
}

/** New rows in place of the old; what is still to be computed shows its old value meanwhile. */
export function merge(state: Rows, rows: readonly Row[], again: boolean): Rows {
  const merged = rows.map((row) => {
    const old = state.rows[state.index.get(row.key) ?? -1];
    return old && row.pending ? { ...withOld(row, old), ...(old.problem && { problem: true }) } : row;
  });
  const added = again ? rows.filter(({ key }) => !state.index.has(key)).map(({ key }) => key) : [];
  return {
    rows: merged,
    index: new Map(merged.map(({ key }, i) => [key, i])),
    widths: widest([], merged),
    changed: again ? new Set([...state.changed, ...added]) : new Set(),
  };
}

/** Some rows are complete now, or more so. */
export function patched(state: Rows, patches: readonly Row[], again: boolean): Rows {
  const rows = [...state.rows];
  const changed = new Set(state.changed);
  for (const patch of patches) {
    const at = state.index.get(patch.key);
    if (at === undefined) continue;
    const row = withOld(patch, rows[at]!);
    if (again && differs(rows[at]!, row)) changed.add(patch.key);
    rows[at] = row;
  }
  return { rows, index: state.index, widths: widest(state.widths, patches), changed };
}

function withOld(row: Row, old: Row): Row {
  if (!row.cells.some(isPending)) return row;
  return { ...row, cells: row.cells.map((cell, i) => (isPending(cell) ? (old.cells[i] ?? cell) : cell)) };
}

function isPending(cell: Cell | undefined): boolean {
  return textOf(cell) === textOf(PENDING);
}

function widest(widths: readonly number[], rows: readonly Row[]): number[] {
  const found = [...widths];
  for (const { cells } of rows) {
    for (let i = 0; i < cells.length; i++) {
      const columns = columnsOf(textOf(cells[i]));
      if (columns > (found[i] ?? 0)) found[i] = columns;
    }
  }
  return found;
}

function differs(a: Row, b: Row): boolean {
  return b.cells.some((cell, i) => !isPending(a.cells[i]) && textOf(cell) !== textOf(a.cells[i]));
}
