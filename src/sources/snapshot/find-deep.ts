import type { Resource } from '../../model/resource.js';

const MAX_DEPTH = 200;

/** The first object that nests so deeply that what walks through it, or writes it, would run out of stack. */
export function findDeep(resources: readonly Resource[]): Resource | undefined {
  return resources.find(isDeep);
}

function isDeep(resource: Resource): boolean {
  let level: unknown[] = [resource];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value): unknown[] => (typeof value === 'object' && value ? Object.values(value) : []));
  }
  return false;
}
