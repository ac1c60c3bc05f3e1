import { serviceKey } from '../../model/service.js';
import type { MeshModel } from './mesh-model.js';

/** How many objects of each namespace an operator should look at: invalid, not read by istiod, or without ready endpoints. */
export function problemsByNamespace(model: MeshModel): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (namespace: string) => counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  const { admitted, world } = model.mesh;
  for (const { at } of model.snapshot.invalid) add(at.namespace);
  for (const { resource, reason } of admitted.refused) {
    if (reason.code === 'invalid-object') add(resource.metadata.namespace ?? '');
  }
  for (const row of world.registry.rows) {
    if (row.resolution !== 'ClientSide' || row.ports.length === 0) continue;
    const [list = []] = world.registry.endpoints.of(serviceKey(row)).lists;
    if (!list.some(({ health }) => health === 'HEALTHY')) add(row.namespace);
  }
  return counts;
}
