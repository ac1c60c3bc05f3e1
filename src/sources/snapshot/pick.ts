/** What to keep of a value: all of it, some fields of a mapping, the same of each item of a list, or what a function makes of it. */
export type Keep = true | { [field: string]: Keep } | [Keep] | ((value: unknown) => unknown);

/** A copy with what is kept, in the order of the original. Values of another type than expected stay: they are to be reported. */
export function pick(value: unknown, keep: Keep): unknown {
  if (keep === true || value === null || value === undefined) return value;
  if (typeof keep === 'function') return keep(value);
  if (Array.isArray(keep)) return Array.isArray(value) ? value.map((item) => pick(item, keep[0])) : value;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  // Live reading takes each Pod through this: a loop, since lists of entries cost more than all else of it.
  const picked: Record<string, unknown> = {};
  for (const field in value)
    if (Object.hasOwn(keep, field)) picked[field] = pick((value as Record<string, unknown>)[field], keep[field]!);
  return picked;
}

export const all = (...fields: string[]): Record<string, Keep> =>
  Object.fromEntries(fields.map((field) => [field, true]));
