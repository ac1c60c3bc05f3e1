import { plain, type Paint, type Style } from './paint.js';

/** A cell: text, and what it means. */
export type Cell = string | { text: string; style: Style };

/** Columns as wide as their widest cell, three spaces apart, as kubectl prints them; the last column is not padded. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[], paint: Paint = plain): string[] {
  const textOf = (cell: Cell | undefined) => (cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text);
  const widths = header.map((title, i) => Math.max(width(title), ...rows.map((row) => width(textOf(row[i])))));
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, i) => {
        const text = textOf(cell);
        const padding = i === cells.length - 1 ? '' : ' '.repeat(widths[i]! - width(text) + 3);
        return (typeof cell === 'string' ? text : paint(cell.style, text)) + padding;
      })
      .join('')
      .trimEnd();
  return [paint('bold', line(header)), ...rows.map(line)];
}

/** Columns of a terminal that a text takes: wide characters take two, combining marks none. */
export function width(text: string): number {
  let columns = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    if (/\p{M}/u.test(char)) continue;
    columns += isWide(code) ? 2 : 1;
  }
  return columns;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
