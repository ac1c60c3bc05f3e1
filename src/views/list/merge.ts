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
    const old = again ? state.rows[state.index.get(row.key) ?? -1] : undefined;
    if (!old || !row.pending) return row;
    return {
      ...row,
      ...(old.problem && { problem: true }),
      cells: row.cells.map((cell, i) => (textOf(cell) === textOf(PENDING) ? (old.cells[i] ?? cell) : cell)),
    };
  });
  const added = again ? rows.filter(({ key }) => !state.index.has(key)).map(({ key }) => key) : [];
  return {
    rows: merged,
    index: new Map(merged.map(({ key }, i) => [key, i])),
    widths: widest([], merged),
    changed: new Set(added),
  };
}

/** Some rows are complete now. */
export function patched(state: Rows, patches: readonly Row[], again: boolean): Rows {
  const rows = [...state.rows];
  const changed = new Set(state.changed);
  for (const patch of patches) {
    const at = state.index.get(patch.key);
    if (at === undefined) continue;
    if (again && differs(rows[at]!, patch)) changed.add(patch.key);
    rows[at] = patch;
  }
  return { rows, index: state.index, widths: widest(state.widths, patches), changed };
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
  return b.cells.some((cell, i) => textOf(a.cells[i]) !== textOf(PENDING) && textOf(cell) !== textOf(a.cells[i]));
}
