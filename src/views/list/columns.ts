import { columnsOf } from '../width.js';

export interface Column {
  title: string;
  /** The letter that sorts by it, with shift. */
  sort?: string;
  align?: 'right';
  /** Columns with a higher number go first when there is no room. */
  rank: number;
  /** Below this many columns it is not worth showing. */
  min?: number;
}

export interface Placed {
  index: number;
  width: number;
}

const GAP = 2;
const MIN = 6;

/** Which columns are shown and how wide: all that fit, the important ones first, each at most as wide as its widest cell. */
export function placeColumns(columns: readonly Column[], widths: readonly number[], total: number): Placed[] {
  const wanted = columns.map(({ title }, i) => Math.max(columnsOf(title) + 1, widths[i] ?? 0));
  const least = columns.map(({ min = MIN }, i) => Math.min(min, wanted[i]!));
  const byRank = columns.map((_, i) => i).sort((a, b) => columns[a]!.rank - columns[b]!.rank);
  const shown = [...byRank];
  const room = () => total - shown.reduce((sum, i) => sum + least[i]! + GAP, -GAP);
  while (shown.length > 1 && room() < 0) shown.pop();
  let spare = room();
  const given = new Map<number, number>();
  for (const i of shown) {
    const more = Math.max(0, Math.min(spare, wanted[i]! - least[i]!));
    given.set(i, least[i]! + more);
    spare -= more;
  }
  return columns.flatMap((_, index) => {
    const width = given.get(index);
    return width === undefined ? [] : [{ index, width: Math.min(width, total) }];
  });
}

export const COLUMN_GAP = ' '.repeat(GAP);
