const SPACE = /[ \t\r\n]*/y;
const TOKEN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{}:,]/y;
const TEXT = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expect = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]';

export interface JsonFault {
  offset: number;
  expected: string;
}

/**
 * Reads one JSON value from `start` without building it.
 * Gives the offset after it, or where it goes wrong: JSON.parse of Node 20 does not always say.
 */
export function skipJson(text: string, start: number): number | JsonFault {
  const open: ('{' | '[')[] = [];
  let expect: Expect = 'value';
  let at = start;
  for (;;) {
    at = skipSpace(text, at);
    const end = skipToken(text, at);
    const next: Expect | 'done' | undefined = end === undefined ? undefined : step(text.charAt(at), expect, open);
    if (next === undefined) return { offset: at, expected: expect };
    at = end!;
    if (next === 'done') return at;
    expect = next;
  }
}

export function skipSpace(text: string, at: number): number {
  return skip(SPACE, text, at)!;
}

/** The offset after the token at `at`; undefined when none is there. */
function skipToken(text: string, at: number): number | undefined {
  return text.charAt(at) === '"' ? skipString(text, at + 1) : skip(TOKEN, text, at);
}

/** Piece by piece: one expression for all of it would keep a place to turn back to for each character. */
function skipString(text: string, start: number): number | undefined {
  for (let at = skip(TEXT, text, start)!; ; at = skip(TEXT, text, at)!) {
    if (text.charAt(at) === '"') return at + 1;
    const escaped = skip(ESCAPE, text, at);
    if (escaped === undefined) return undefined;
    at = escaped;
  }
}

function skip(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

/** What must follow the token that starts with `token`; undefined when it must not stand here. */
function step(token: string, expect: Expect, open: ('{' | '[')[]): Expect | 'done' | undefined {
  const top = open.at(-1);
  switch (token) {
    case '{':
    case '[':
      if (!expect.startsWith('value')) return undefined;
      open.push(token);
      return token === '{' ? 'name or }' : 'value or ]';
    case '}':
    case ']':
      if (!expect.endsWith(token)) return undefined;
      open.pop();
      return afterValue(open);
    case ',':
      if (!expect.startsWith(', or')) return undefined;
      return top === '{' ? 'name' : 'value';
    case ':':
      return expect === ':' ? 'value' : undefined;
    default:
      if (expect.startsWith('name')) return token === '"' ? ':' : undefined;
      return expect.startsWith('value') ? afterValue(open) : undefined;
  }
}

function afterValue(open: readonly string[]): Expect | 'done' {
  const top = open.at(-1);
  return top === undefined ? 'done' : top === '{' ? ', or }' : ', or ]';
}
