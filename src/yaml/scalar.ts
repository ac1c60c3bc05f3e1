/** What go-yaml v2 makes of scalars: its resolve.go. */

/** The tags that it knows; any other leaves text as it is. */
export type KnownTag = '!!bool' | '!!float' | '!!int' | '!!null';

const WORDS = new Map<string, boolean | number | null>([
  ...words(true, 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'),
  ...words(false, 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'),
  ...words(null, '', '~', 'null', 'Null', 'NULL'),
  ...words(NaN, '.nan', '.NaN', '.NAN'),
  ...words(Infinity, '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'),
  ...words(-Infinity, '-.inf', '-.Inf', '-.INF'),
]);

function words<T>(value: T, ...names: string[]): [string, T][] {
  return names.map((name) => [name, value]);
}

/** Most texts start otherwise, and are nothing but text. */
const MAY_MEAN_MORE = /^(?:$|[-+.0-9yYnNtTfFoO~])/;
const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const OTHER_BASE = /^([-+]?)0(?:b([01]+)|o?([0-7]+)|x([0-9a-f]+))$/i;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const FRACTION = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;

/** The value of a scalar without quotes and tag: text, a number, which may not be finite, a truth value or null. */
export function plainValue(text: string): string | number | boolean | null {
  if (!MAY_MEAN_MORE.test(text)) return text;
  const word = WORDS.get(text);
  return word === undefined ? (integer(text) ?? float(text) ?? text) : word;
}

/** The value of a scalar with a tag; undefined when the text is none of the kind. */
export function taggedValue(tag: KnownTag, text: string): number | boolean | null | undefined {
  const value = plainValue(text);
  if (tag === '!!null') return value === null ? value : undefined;
  if (tag === '!!bool') return typeof value === 'boolean' ? value : undefined;
  return typeof value === 'number' && (tag === '!!float' || integer(text) !== undefined) ? value : undefined;
}

/** An integer, with `_` between its digits as one likes: `012` is octal, as are `0o12`, and `0b1` and `0x1` what they look like. */
function integer(text: string): number | undefined {
  if (text.startsWith('.')) return undefined;
  const plain = text.replaceAll('_', '');
  // JSON has no -0 that is an integer.
  if (DECIMAL.test(plain)) return Number(plain) + 0;
  const [, sign, binary, octal, hex] = OTHER_BASE.exec(plain) ?? [];
  if (sign === undefined) return undefined;
  const size = BigInt(binary !== undefined ? `0b${binary}` : hex !== undefined ? `0x${hex}` : `0o${octal ?? ''}`);
  if (size >= (sign === '' ? 2n ** 64n : 2n ** 63n) && !(sign === '-' && size === 2n ** 63n)) return undefined;
  return Number(sign === '-' ? -size : size);
}

/** Numbers that are too large for any type of Go stay text. */
function float(text: string): number | undefined {
  const plain = text.replaceAll('_', '');
  const value = (text.startsWith('.') ? FRACTION.test(text) : FLOAT.test(plain)) ? Number(plain) : Infinity;
  return Number.isFinite(value) ? value : undefined;
}
