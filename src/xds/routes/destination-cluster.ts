import type { Service } from '../../model/service.js';
import type { RouteDestination } from '../../scope/virtual-service.js';
import { outboundName } from '../cluster.js';
import type { ReferenceOrigin, Target } from './reference.js';

/**
 * The cluster of a destination. `service` is what the host means to the one who asks: an ExternalName Service hands over to
 * its target, one hop; without a port in the route a service's only port counts, else the listener's.
 * istiod 1.28 pilot/pkg/networking/core/route/route.go: GetDestinationCluster
 */
export function destinationCluster(
  destination: Pick<RouteDestination, 'host' | 'subset' | 'port'>,
  service: Service | undefined,
  listenerPort: number,
): string {
  if (destination.host === '') return 'UnknownService';
  const only = service?.ports.length === 1 ? service.ports[0]!.number : undefined;
  const port = destination.port || (only ?? listenerPort);
  return outboundName(port, destination.subset, service?.externalName ?? destination.host);
}

export function targetOf(
  destination: RouteDestination,
  kind: ReferenceOrigin['kind'],
  service: Service | undefined,
  listenerPort: number,
): Target {
  return {
    cluster: destinationCluster(destination, service, listenerPort),
    kind,
    host: destination.host,
    by: destination.by(),
  };
}

/**
 * Of several destinations those without weight are left out; a single one counts whatever its weight. Routes of the Gateway
 * API have lost theirs before.
 */
export function weighted(
  destinations: readonly RouteDestination[],
  route: readonly { destination?: unknown; weight?: number }[] | undefined,
): readonly RouteDestination[] {
  if (destinations.length < 2 || !route) return destinations;
  const weights = route.filter((entry) => entry.destination).map(({ weight }) => weight ?? 0);
  return destinations.filter((_, i) => (weights[i] ?? 0) > 0);
}
