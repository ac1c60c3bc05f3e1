/** Control characters, and those that reorder or hide text: nothing that came from a resource may move the cursor. */

const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function cleanText(text: string): string {
  return text.replace(UNSAFE, '\ufffd');
}

/** JSON or YAML that is safe to print: JSON escapes what it may, the rest is replaced. */
export function cleanDocument(text: string, format: 'json' | 'yaml'): string {
  const safe = (char: string) =>
    format === 'json' ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : '\ufffd';
  return text.replace(UNSAFE, (char) => (char === '\n' ? char : safe(char)));
}

/** A copy of a result in which every string, keys included, is safe to print; texts within `yaml` keep their lines. */
export function cleanDeep<T>(value: T, keepsLines = false): T {
  if (typeof value === 'string')
    return (keepsLines ? value.split('\n').map(cleanText).join('\n') : cleanText(value)) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => cleanDeep(item, keepsLines)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      cleanText(key),
      cleanDeep(item as unknown, keepsLines || key === 'yaml'),
    ]),
  ) as T;
}
