import type { EnvoyFilter } from '../../model/istio.js';
import type { Reason } from '../../model/reason.js';
import type { Mesh } from '../../xds/mesh.js';
import type { ObjectChange } from './change.js';

/** Takes the patch that a reason names out of its EnvoyFilter; the last one with the whole object. */
export function dropPatch({ by }: Reason, mesh: Mesh): ObjectChange | undefined {
  const before = mesh.admitted
    .of<EnvoyFilter>('EnvoyFilter')
    .find(({ metadata }) => metadata.namespace === by?.namespace && metadata.name === by?.name);
  const index = Number(/configPatches\[(\d+)\]/.exec(by?.path ?? '')?.[1]);
  if (!before || Number.isNaN(index)) return undefined;
  const configPatches = (before.spec?.configPatches ?? []).filter((_, i) => i !== index);
  const name = `EnvoyFilter ${before.metadata.namespace}/${before.metadata.name}`;
  if (configPatches.length === 0) return { summary: `remove ${name}`, before };
  const after: EnvoyFilter = { ...before, spec: { ...before.spec, configPatches } };
  return { summary: `take spec.configPatches[${index}] out of ${name}`, before, after };
}
