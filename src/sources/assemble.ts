import type { Resource } from '../model/resource.js';
import type { Gap, Ground, InvalidValue } from '../model/snapshot.js';
import { readControlPlanes } from './control-plane/read-control-planes.js';
import type { Loaded, ReadFlags } from './loaded.js';
import { validate } from './validate/validate.js';

/** What a source found, before control planes are read and values are checked. */
export interface Found {
  resources: readonly Resource[];
  ground: Ground;
  namespace: string;
  gaps: readonly Gap[];
  /** Values that were reported when the mesh was first read, and whose fields are gone since. */
  invalid?: readonly InvalidValue[];
  notes: readonly string[];
  locate: Loaded['locate'];
  flags: ReadFlags;
}

/** The steps that live reading and file reading share. */
export async function assemble(found: Found): Promise<Loaded> {
  const { resources, invalid } = validate(found.resources);
  const planes = await readControlPlanes(resources, found.flags);
  const reported = new Map(
    [...(found.invalid ?? []), ...invalid, ...planes.invalid].map((value) => [
      JSON.stringify([value.at, value.message]),
      value,
    ]),
  );
  const located = [...reported.values()].map((value) => ({
    ...value,
    at: { ...value.at, ...found.locate(value.at) },
  }));
  return {
    snapshot: {
      resources,
      controlPlanes: planes.controlPlanes,
      gaps: [...found.gaps],
      invalid: located,
      ground: found.ground,
    },
    notes: [...found.notes, ...planes.notes],
    namespace: found.namespace,
    locate: found.locate,
  };
}
