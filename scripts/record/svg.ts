import { columnsOf } from '../../src/views/width.js';
import { spansOf, type Span } from './spans.js';

/** A frame with its escapes, and a line below it. */
export interface Scene {
  frame: string;
  says: string;
}

const CELL = { width: 8, height: 18 };
const MARGIN = 12;
const SECONDS = 3;

const STYLE = `
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre; }
.bold { font-weight: bold; } .dim { fill: #8b95a7; } .bad { fill: #ff7b72; } .good { fill: #7ee787; } .warn { fill: #e3b341; }
.bar { fill: #d8dee9; } text.inverse { fill: #14181f; } .bar.bad { fill: #ff7b72; } .says { fill: #79c0ff; }
.scene { visibility: hidden; animation-iteration-count: infinite; animation-timing-function: step-end; }
`;

/** Scenes one after the other, for ever. Every part of a line has its place, whatever font there is. */
export function animated(scenes: readonly Scene[], { columns, rows }: { columns: number; rows: number }): string {
  const width = columns * CELL.width + 2 * MARGIN;
  const height = (rows + 1) * CELL.height + 2 * MARGIN;
  const part = 100 / scenes.length;
  const keyframes = scenes.map(
    (_, i) =>
      `@keyframes scene-${i} { 0% { visibility: ${i === 0 ? 'visible' : 'hidden'}; } ${percent(i * part)} { visibility: visible; } ${percent((i + 1) * part)} { visibility: hidden; } }`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${STYLE}${keyframes.join('\n')}\n</style>`,
    `<rect width="100%" height="100%" rx="8" fill="#14181f"/>`,
    ...scenes.flatMap(({ frame, says }, i) => [
      `<g class="scene" style="animation-name: scene-${i}; animation-duration: ${scenes.length * SECONDS}s">`,
      ...frame.split('\n').flatMap(lineElements),
      element({ text: says, classes: ['says'] }, 1, rows),
      '</g>',
    ]),
    '</svg>',
    '',
  ].join('\n');
}

function percent(value: number): string {
  return `${Number(value.toFixed(3))}%`;
}

function lineElements(line: string, row: number): string[] {
  let column = 0;
  return spansOf(line.trimEnd()).flatMap((span) => {
    const at = column;
    column += columnsOf(span.text);
    const bar = span.classes.includes('inverse')
      ? [
          `<rect class="${['bar', ...span.classes].join(' ')}" x="${x(at)}" y="${MARGIN + row * CELL.height}" width="${(column - at) * CELL.width}" height="${CELL.height}"/>`,
        ]
      : [];
    return span.text.trim() === '' ? bar : [...bar, element(span, at, row)];
  });
}

function element({ text, classes }: Span, column: number, row: number): string {
  const shown = text.trimEnd();
  const before = shown.length - shown.trimStart().length;
  const names = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
  const length = columnsOf(shown.trimStart()) * CELL.width;
  const y = MARGIN + row * CELL.height + 13;
  return `<text${names} x="${x(column + before)}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(shown.trimStart())}</text>`;
}

function x(column: number): number {
  return MARGIN + column * CELL.width;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
