/** A part of a line that looks the same throughout. */
export interface Span {
  text: string;
  classes: readonly string[];
}

const ON: Readonly<Record<string, string>> = { 1: 'bold', 2: 'dim', 7: 'inverse', 31: 'bad', 32: 'good', 35: 'warn' };
const OFF: Readonly<Record<string, readonly string[]>> = {
  22: ['bold', 'dim'],
  27: ['inverse'],
  39: ['bad', 'good', 'warn'],
};

/** A line with the escapes of 16-colour terminals in parts. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let classes: string[] = [];
  for (const [, code, text = ''] of line.matchAll(/(?:\u001b\[(\d+)m)?([^\u001b]*)/g)) {
    if (code !== undefined) {
      const added = ON[code];
      const removed = OFF[code] ?? [];
      classes = [...classes.filter((name) => !removed.includes(name)), ...(added ? [added] : [])];
    }
    if (text !== '') spans.push({ text, classes });
  }
  return spans;
}
