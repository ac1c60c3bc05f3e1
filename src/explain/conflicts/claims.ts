import { fieldOf, type Resource } from '../../model/resource.js';
import { isDns, type Service } from '../../model/service.js';
import type { ServiceEntry } from '../../model/istio.js';
import type { Claim } from './conflict.js';

export function claimOf(object: Resource): Claim {
  return fieldOf(object, '');
}

export function claimOfService(service: Service): Claim {
  return { provider: service.provider, ...claimOf(service.source) };
}

export function nameOf({ kind, metadata }: Resource): string {
  return `${kind} ${metadata.namespace ?? 'default'}/${metadata.name}`;
}

export function portNumbers({ ports }: Service): number[] {
  return [...new Set(ports.map(({ number }) => number))];
}

/** Where a service leads: two of one hostname with the same place are the same for traffic. */
export function placeOf(service: Service): string {
  if (service.provider === 'Kubernetes') return `Kubernetes ${service.namespace}/${service.name}`;
  const { endpoints = [], workloadSelector } = (service.source as ServiceEntry).spec ?? {};
  // Without resolution a request goes on to the address that the application resolved, which is the host's.
  if (service.resolution === 'Passthrough' || service.resolution === 'DynamicDNS') return 'the host';
  if (workloadSelector) return `${service.namespace} ${JSON.stringify(workloadSelector)}`;
  return endpoints.length === 0 && isDns(service) ? 'the host' : JSON.stringify(endpoints);
}

/**
 * Whether the endpoints of a service that lost serve the winner's cluster: endpoints are kept by namespace and host whatever
 * object they came from. EDS takes them by the name of the port, if they are addresses; DNS by its number.
 * istiod 1.28 pilot/pkg/model/endpointshards.go, pilot/pkg/xds/endpoints/endpoint_builder.go
 */
export function endpointsJoin(winner: Service, loser: Service): boolean {
  if (winner.namespace !== loser.namespace || loser.resolution === 'Alias') return false;
  const { endpoints = [], workloadSelector } = (loser.source as ServiceEntry).spec ?? {};
  const none = loser.provider === 'External' && endpoints.length === 0 && !workloadSelector && !isDns(loser);
  if (none) return false;
  if (isDns(winner)) return winner.ports.some(({ number }) => loser.ports.some((port) => port.number === number));
  if (winner.resolution !== 'ClientSide' || (isDns(loser) && !workloadSelector)) return false;
  return winner.ports.some(({ name }) => loser.ports.some((port) => port.name === name));
}
