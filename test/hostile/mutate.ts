/** A repeatable source of numbers below a bound (mulberry32). */
export function random(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  };
}

const nested = (depth: number): unknown => (depth === 0 ? 'end' : { spec: [nested(depth - 1)] });

/** What no API server would let in, and a file may hold. */
export const NASTY: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => 0,
  () => -1,
  () => 1e308,
  () => true,
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => '\u001b[2J\u001b]0;title\u0007',
  () => '\u202egnp.exe\u2066',
  () => 'line\nbreak\r\tand tab\0',
  () => '__proto__',
  () => 'constructor',
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  () => nested(200),
  () => 'a'.repeat(10_000),
  () => '*',
  () => '*.*',
  () => '/',
  () => './*',
  () => '~',
  () => '(((((a+)+)+)+)+)$',
  () => '10.0.0.0/33',
  () => '::ffff:1.2.3.4',
  () => '99999999999999999999',
  () => 'toString',
];

type Holder = Record<string, unknown> | unknown[];

/** Puts something nasty in the place of `changes` of the values below an object. */
export function mutate(object: object, changes: number, pick: (bound: number) => number): void {
  for (let change = 0; change < changes; change++) {
    const places = placesOf(object);
    const { holder, key } = places[pick(places.length)]!;
    const value = NASTY[pick(NASTY.length)]!();
    // Names and kinds must stay for there to be something to ask.
    if (['apiVersion', 'kind', 'metadata', 'name', 'namespace'].includes(key) && pick(8) > 0) continue;
    (holder as Record<string, unknown>)[key] = value;
  }
}

function placesOf(object: object): { holder: Holder; key: string }[] {
  const places: { holder: Holder; key: string }[] = [];
  const visit = (holder: Holder, depth: number): void => {
    if (depth > 40) return;
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder, key });
      if (typeof value === 'object' && value !== null) visit(value as Holder, depth + 1);
    }
  };
  visit(object as Holder, 0);
  return places;
}
