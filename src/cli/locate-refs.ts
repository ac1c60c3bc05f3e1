import type { FieldRef } from '../model/resource.js';
import type { Loaded } from '../sources/loaded.js';

/** A copy of a result in which every field reference says file and line, where they are known. */
export function withLocations<T>(value: T, locate: Loaded['locate']): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withLocations(item, locate)) as T;
  if (value === null || typeof value !== 'object') return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withLocations(item as unknown, locate)]),
  );
  return (isRef(copy) ? { ...copy, ...locate(copy) } : copy) as T;
}

function isRef(value: Record<string, unknown>): value is Record<string, unknown> & FieldRef {
  return ['kind', 'namespace', 'name', 'path'].every((key) => typeof value[key] === 'string');
}
