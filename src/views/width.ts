import { width } from '../output/table.js';

const ASCII = /^[\u0020-\u007e]*$/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Keeps a terminal that reorders text from carrying on into the next column. */
const LEFT_TO_RIGHT_MARK = '\u200e';

/** Columns that a text takes; nearly every text is ASCII, and lists have tens of thousands of cells. */
export function columnsOf(text: string): number {
  return ASCII.test(text) ? text.length : width(text);
}

/** A text in exactly `columns`: cut with an ellipsis, or padded. */
export function fit(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const shown = cut(text, columns);
  const space = ' '.repeat(Math.max(0, columns - columnsOf(shown)));
  const marked = RIGHT_TO_LEFT.test(shown) ? `${shown}${LEFT_TO_RIGHT_MARK}` : shown;
  return align === 'right' ? space + marked : marked + space;
}

/** A text in at most `columns`. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (columnsOf(text) <= columns) return text;
  if (ASCII.test(text)) return `${text.slice(0, columns - 1)}…`;
  let shown = '';
  let used = 0;
  for (const char of text) {
    const more = columnsOf(char);
    if (used + more > columns - 1) break;
    shown += char;
    used += more;
  }
  return `${shown}…`;
}

/** A text as lines of at most `columns`, broken at spaces where there are any. */
export function wrap(text: string, columns: number): string[] {
  if (columnsOf(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )/)) {
    if (line !== '' && columnsOf((line + word).trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += word;
    while (columnsOf(line.trimEnd()) > columns) {
      const head = cut(line, columns + 1).slice(0, -1);
      // A wide character may not fit at all.
      const taken = head === '' ? [...line][0]! : head;
      lines.push(taken);
      line = line.slice(taken.length);
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}
