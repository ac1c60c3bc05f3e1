import type { Key } from 'ink';

const NAMED: readonly [keyof Key, string][] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pgup'],
  ['pageDown', 'pgdn'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
];

/** The keys that ink reports in one event: fast typing and pasting give several. */
export function keyNames(input: string, key: Key): string[] {
  // Over a slow line, an escape and what is pressed after it arrive as one.
  if (key.escape) return input === '\u001b' ? ['esc', 'esc'] : ['esc'];
  for (const [flag, name] of NAMED) {
    if (key[flag]) return [name];
  }
  if (key.ctrl) return [`ctrl-${input}`];
  const typed = [...input].map((char) => (char === '\r' || char === '\n' ? 'enter' : char === '\t' ? 'tab' : char));
  return key.meta ? ['esc', ...typed] : typed;
}
