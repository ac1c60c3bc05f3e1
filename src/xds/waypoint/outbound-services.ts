import type { Service } from '../../model/service.js';
import type { NamedHosts } from '../../scope/gateway-filter.js';
import type { Scope } from '../../scope/scope.js';
import { destinationsFor, MESH_GATEWAY } from '../../scope/virtual-service.js';
import type { VirtualServiceIndex } from '../../scope/virtual-service-index.js';

/**
 * The services of its scope that a waypoint has outbound clusters for: those that routes of owned hosts lead to and that it
 * does not own itself (or that lie outside the mesh), and those that providers name.
 * istiod 1.28 pilot/pkg/networking/core/waypoint.go: filterWaypointOutboundServices
 */
export function outboundServices(
  scope: Scope,
  owned: readonly Service[],
  virtualServices: VirtualServiceIndex,
  named: NamedHosts,
): Service[] {
  const ownedByHost = new Map(owned.map((service) => [service.hostname, service]));
  const referenced = new Set<string>();
  for (const virtualService of virtualServices.all) {
    if (!virtualService.gateways.includes(MESH_GATEWAY)) continue;
    if (!virtualService.hosts.some((host) => ownedByHost.has(host))) continue;
    for (const { host } of destinationsFor(virtualService, undefined)) {
      if (ownedByHost.get(host)?.meshExternal ?? true) referenced.add(host);
    }
  }
  return scope.services.filter(
    ({ hostname, namespace }) =>
      referenced.has(hostname) || named.hosts.has(hostname) || named.namespaced.has(`${namespace}/${hostname}`),
  );
}
