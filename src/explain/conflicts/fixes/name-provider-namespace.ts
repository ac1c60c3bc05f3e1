import type { Mesh } from '../../../xds/mesh.js';
import { allExtAuthz } from '../../ext-authz/all-ext-authz.js';
import { changed, type Change } from '../../fixes/change.js';
import { nameNamespace } from '../../fixes/provider-service.js';
import type { Conflict } from '../conflict.js';

/** Names the namespace of a provider's service; of several the one comes first with which most workloads' checks work. */
export function nameProviderNamespace({ subject }: Conflict, mesh: Mesh): Change[][] {
  return nameNamespace(subject ?? '', mesh)
    .map((change) => ({ change, broken: brokenIn(changed(mesh, change)) }))
    .sort((a, b) => a.broken - b.broken)
    .map(({ change }) => [change]);
}

function brokenIn(mesh: Mesh): number {
  const { items } = allExtAuthz([{ mesh, proxies: mesh.proxies }], { allProviders: false });
  return items.reduce((sum, { alike = [] }) => sum + 1 + alike.length, 0);
}
