import { reasonText } from '../../explain/reason-text.js';
import { fieldOf, type FieldRef } from '../../model/resource.js';
import { isKubernetes, serviceKey } from '../../model/service.js';
import type { Mesh } from '../../xds/mesh.js';

/** An object that an operator should look at, and why. */
export interface Problem {
  ref: FieldRef;
  text: string;
}

/** Values that are invalid, objects that istiod does not read for one, and services without ready endpoints. */
export function problemsOf({ admitted, snapshot, world }: Mesh): Problem[] {
  const problems: Problem[] = snapshot.invalid.map(({ at, message }) => ({ ref: at, text: message }));
  const named = new Set(problems.map(({ ref }) => objectOf(ref)));
  for (const { resource, reason } of admitted.refused) {
    const ref = reason.by ?? fieldOf(resource, '');
    if (reason.code === 'invalid-object' && !named.has(objectOf(ref))) problems.push({ ref, text: reasonText(reason) });
  }
  for (const row of world.registry.rows) {
    if (row.resolution !== 'ClientSide' || row.ports.length === 0) continue;
    const [list = []] = world.registry.endpoints.of(serviceKey(row)).lists;
    if (list.some(({ health }) => health === 'HEALTHY')) continue;
    // A ServiceEntry may have several hosts.
    const which = isKubernetes(row) ? '' : `${row.hostname}: `;
    problems.push({ ref: fieldOf(row.source, ''), text: `${which}${noneReady(list.length)}` });
  }
  return problems;
}

function noneReady(endpoints: number): string {
  if (endpoints === 0) return 'no endpoints';
  return endpoints === 1 ? 'the only endpoint is not ready' : `none of ${endpoints} endpoints is ready`;
}

function objectOf({ kind, namespace, name, cluster = '' }: FieldRef): string {
  return `${cluster}/${kind}/${namespace}/${name}`;
}
