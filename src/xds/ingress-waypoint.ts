import type { Reason } from '../model/reason.js';
import type { ReasonCode } from '../model/reasons.js';
import { isKubernetes, serviceKey, type Service } from '../model/service.js';
import { waypointName } from '../registry/ambient/waypoints.js';
import { hostPort, type Endpoint } from '../registry/endpoint.js';
import type { EndpointLists } from '../registry/endpoint-index.js';
import type { ClusterContext } from './cluster-context.js';
import type { EndpointQuery } from './send-endpoints.js';

export interface ThroughWaypoint {
  lists: EndpointLists;
  via(this: void, endpoint: Endpoint): Endpoint;
  /** Why requests will fail there. */
  flaw?: Reason;
}

const HBONE_PORT = 15008;

/**
 * A router sends to the waypoint of a service, where service or namespace ask for that, instead of its endpoints. The
 * waypoint's own Service must be in the router's scope, else there is nothing to send to.
 * istiod 1.28 pilot/pkg/xds/endpoints/endpoint_builder.go: findServiceWaypoint
 */
export function throughWaypoint(query: EndpointQuery, context: ClusterContext): ThroughWaypoint | undefined {
  const { ambient, features, byHost, registry } = context;
  const { service, proxy, port } = query;
  if (!ambient || !features.ingressWaypointRouting || proxy.type !== 'router' || !hasAddress(service)) return undefined;
  const bound = ambient.of(service);
  const host = bound?.ingressUsesWaypoint ? ambient.waypointHost(bound) : undefined;
  if (host === undefined) return undefined;
  const via = (endpoint: Endpoint): Endpoint => ({
    ...endpoint,
    tunnel: {
      to: hostPort(endpoint.address, endpoint.port),
      asking: hostPort(addressIn(service, endpoint.clusterId), port.number),
    },
  });
  const waypoint = byHost?.get(host);
  const listener = waypoint?.ports.find(({ number, protocol }) => number === HBONE_PORT && protocol !== 'UDP');
  const flaw = (code: ReasonCode, args: Reason['args'] = {}): { flaw: Reason } => ({
    flaw: {
      code,
      ...(bound?.binding.by && { by: bound.binding.by }),
      args: { waypoint: waypointName(bound!.binding.waypoint!), ...args },
    },
  });
  if (!waypoint || !listener) return { lists: { lists: [[]] }, via, ...flaw('through-hidden-waypoint') };
  const all = registry.endpoints.of(serviceKey(waypoint));
  const lists = all.lists.map((list) => list.filter(({ portName }) => portName === listener.name));
  const isReady = lists[0]!.some(({ health }) => health === 'HEALTHY');
  const asked = hostPort(addressIn(service, waypoint.cluster ?? ''), port.number);
  return {
    lists: { ...all, lists },
    via,
    ...(!isReady
      ? flaw('through-waypoint-not-ready')
      : isKubernetes(service) && service.addresses.length === 0 && flaw('headless-through-waypoint', { asked })),
  };
}

/** Headless Services pass this test too: istiod holds 0.0.0.0 as their cluster address. */
function hasAddress(service: Service): boolean {
  return isKubernetes(service) || service.address !== '0.0.0.0' || service.autoAllocated === true;
}

function addressIn(service: Service, clusterId: string): string {
  const copy = [service, ...(service.copies ?? [])].find(({ cluster }) => (cluster ?? clusterId) === clusterId);
  return copy?.addresses[0] ?? service.address;
}
