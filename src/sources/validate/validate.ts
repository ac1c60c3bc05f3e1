import { fieldOf, type Resource } from '../../model/resource.js';
import type { InvalidValue } from '../../model/snapshot.js';
import { checksFor, type Checks } from './checks.js';
import { checkShape, type Misfit } from './check-shape.js';

export interface Validated {
  /** Every object; those with fields of a wrong type are copies without these fields. */
  resources: readonly Resource[];
  invalid: InvalidValue[];
}

/** Reports what the APIs do not have. Reports, and no more: what istiod would do with the rest is still to be answered. */
export function validate(resources: readonly Resource[]): Validated {
  const invalid: InvalidValue[] = [];
  const byType = new Map<string, Checks>();
  const checked = resources.map((resource) => {
    const type = `${resource.apiVersion} ${resource.kind}`;
    let checks = byType.get(type);
    if (!checks) byType.set(type, (checks = checksFor(resource)));
    return validateOne(resource, checks, invalid);
  });
  return { resources: checked, invalid };
}

function validateOne(resource: Resource, { shape, rules }: Checks, invalid: InvalidValue[]): Resource {
  const misfits: Misfit[] = [];
  const fitting = checkShape(resource, shape, misfits) as Resource;
  for (const rule of rules) {
    for (const misfit of rule(fitting)) {
      // A field that was dropped for its type is empty, of course.
      if (!misfits.some(({ path }) => path === misfit.path)) misfits.push(misfit);
    }
  }
  for (const { path, ...rest } of misfits) invalid.push({ at: fieldOf(resource, path), ...rest });
  return fitting;
}
