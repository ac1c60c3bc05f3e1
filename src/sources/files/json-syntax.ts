const SPACE = /[ \t\r\n]*/y;
const TOKEN =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{}:,]/y;

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
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const next: Expect | 'done' | undefined = token === undefined ? undefined : step(token, expect, open);
    if (next === undefined) return { offset: at, expected: expect };
    at += (token as string).length;
    if (next === 'done') return at;
    expect = next;
  }
}

export function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/** What must follow `token`; undefined when it must not stand here. */
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
      if (expect.startsWith('name')) return token.startsWith('"') ? ':' : undefined;
      return expect.startsWith('value') ? afterValue(open) : undefined;
  }
}

function afterValue(open: readonly string[]): Expect | 'done' {
  const top = open.at(-1);
  return top === undefined ? 'done' : top === '{' ? ', or }' : ', or ]';
}
