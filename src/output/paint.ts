/** Meanings, not colours: a sign or a word always says the same beside it. */
export type Style = 'good' | 'bad' | 'warn' | 'dim' | 'bold';

export type Paint = (style: Style, text: string) => string;

/** Of the 16 colours, those that can be read on white as on black: yellow cannot. */
const CODES: Record<Style, [open: number, close: number]> = {
  good: [32, 39],
  bad: [31, 39],
  warn: [35, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export const plain: Paint = (_, text) => text;

export const ansi: Paint = (style, text) => {
  const [open, close] = CODES[style];
  return text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`;
};

export type ColorMode = 'auto' | 'always' | 'never';

/** Colour on a terminal only, unless it is asked for; NO_COLOR and TERM=dumb forbid it. */
export function paintFor(mode: ColorMode, isTty: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  if (mode !== 'auto') return mode === 'always' ? ansi : plain;
  return isTty && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? ansi : plain;
}
