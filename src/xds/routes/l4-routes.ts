import type { Scope } from '../../scope/scope.js';
import type { ResolvedL4Route } from '../../scope/virtual-service.js';
import { targetOf, weighted } from './destination-cluster.js';
import type { Target } from './reference.js';

/**
 * What a TCP or TLS route leads to. Hosts mean what the proxy's scope holds under their name.
 * istiod 1.28 pilot/pkg/networking/core/networkfilter.go: buildOutboundNetworkFilters
 */
export function l4Targets(route: ResolvedL4Route, kind: 'tcp' | 'tls', scope: Scope, listenerPort: number): Target[] {
  return weighted(route.destinations, route.route).map((destination) =>
    targetOf(destination, kind, scope.byHost.get(destination.host), listenerPort),
  );
}
