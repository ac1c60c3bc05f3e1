import { originalOf, type Service } from '../../model/service.js';
import type { NamedHosts } from '../../scope/gateway-filter.js';
import type { Scope, ScopeRecorder } from '../../scope/scope.js';
import { destinationsFor, MESH_GATEWAY, type RouteDestination } from '../../scope/virtual-service.js';
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
  recorder?: ScopeRecorder,
): Service[] {
  const ownedByHost = new Map(owned.map((service) => [service.hostname, service]));
  const referenced = new Map<string, RouteDestination>();
  for (const virtualService of virtualServices.all) {
    if (!virtualService.gateways.includes(MESH_GATEWAY)) continue;
    if (!virtualService.hosts.some((host) => ownedByHost.has(host))) continue;
    for (const destination of destinationsFor(virtualService, undefined)) {
      const { host } = destination;
      if (!referenced.has(host) && (ownedByHost.get(host)?.meshExternal ?? true)) referenced.set(host, destination);
    }
  }
  return scope.services.filter((service) => {
    const { hostname, namespace } = service;
    const routed = referenced.get(hostname);
    const provider = named.hosts.get(hostname) ?? named.namespaced.get(`${namespace}/${hostname}`);
    if (!routed && !provider) return false;
    recorder?.enter({
      ...{ service: originalOf(service), listener: 0, via: 'waypoint' },
      by: routed ? routed.by() : provider,
    });
    return true;
  });
}
