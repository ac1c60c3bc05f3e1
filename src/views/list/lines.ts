import type { Paint } from '../../output/paint.js';
import type { Cell } from '../../output/table.js';
import { textOf } from '../model/row.js';
import { cut, fit } from '../width.js';
import { COLUMN_GAP, placeColumns, type Column, type Placed } from './columns.js';
import { visibleRows, type ListState } from './reducer.js';

/** Marks the cursor and what changed, beside the colours that do the same. */
const GUTTER = 2;

/** The list as lines for the screen: the titles, then the rows in the window. */
export function listLines(
  state: ListState,
  columns: readonly Column[],
  width: number,
  paint: Paint,
): { header: string; rows: { key: string; line: string; current: boolean }[] } {
  const placed = placeColumns(columns, state.widths, width - GUTTER);
  return {
    header: fit(`  ${titles(columns, placed, state.sort)}`, width),
    rows: visibleRows(state).map((row, i) => {
      const current = state.top + i === state.cursor;
      const changed = state.changed.has(row.key);
      const sign = `${current ? '>' : ' '}${changed ? '*' : ' '}`;
      const cells = placed.map((one) => cellText(row.cells[one.index], one, columns, current ? undefined : paint));
      const line = `${changed ? paint('warn', sign) : sign}${cells.join(COLUMN_GAP)}`;
      const used = placed.reduce((sum, one) => sum + one.width + COLUMN_GAP.length, GUTTER - COLUMN_GAP.length);
      return {
        key: row.key,
        current,
        // The cursor is as wide as the screen; drawing the space behind other lines only takes time.
        line: current ? line + ' '.repeat(Math.max(0, width - used)) : line.trimEnd(),
      };
    }),
  };
}

function titles(columns: readonly Column[], placed: readonly Placed[], sort: ListState['sort']): string {
  return placed
    .map(({ index, width }) => {
      const { title, align } = columns[index]!;
      const arrow = sort?.column === index ? (sort.descending ? '↓' : '↑') : '';
      return fit(`${cut(title, width - arrow.length)}${arrow}`, width, align);
    })
    .join(COLUMN_GAP);
}

function cellText(cell: Cell | undefined, { index, width }: Placed, columns: readonly Column[], paint?: Paint): string {
  const text = fit(textOf(cell), width, columns[index]!.align);
  return paint && cell !== undefined && typeof cell !== 'string' ? paint(cell.style, text) : text;
}
