/** Of the terminal, or of a part of it. */
export interface Size {
  columns: number;
  rows: number;
}

export const SMALLEST: Size = { columns: 60, rows: 15 };

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows;
}
