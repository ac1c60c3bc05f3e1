import type { Resource } from '../../model/resource.js';
import type { InvalidValue } from '../../model/snapshot.js';

export interface Validated {
  resources: readonly Resource[];
  invalid: InvalidValue[];
}

export function validate(resources: readonly Resource[]): Validated {
  return { resources, invalid: [] };
}
