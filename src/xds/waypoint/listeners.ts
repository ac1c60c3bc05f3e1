import { overlaps } from '../../model/host.js';
import type { Features } from '../../model/features.js';
import type { L4Match } from '../../model/istio.js';
import type { Service } from '../../model/service.js';
import {
  MESH_GATEWAY,
  type ResolvedL4Route,
  type ResolvedVirtualService,
  type RouteDestination,
} from '../../scope/virtual-service.js';
import { outboundName } from '../cluster.js';
import type { ProxyConfig } from '../world.js';
import { weighted } from '../routes/destination-cluster.js';
import { httpTargets } from '../routes/http-routes.js';
import { holdsForSidecar } from '../routes/l4-match.js';
import { refer, type ClusterReference, type Target } from '../routes/reference.js';
import { kindsOf, waypointChains, type WaypointChain } from './chains.js';

const LISTENER = 'main_internal';

/** The clusters that the filter chains of a waypoint lead to. istiod 1.28 pilot/pkg/networking/core/listener_waypoint.go */
export function waypointReferences(config: ProxyConfig, features: Features): ClusterReference[] {
  return waypointChains(config.listened ?? [], config.proxy, features).flatMap((chain) => {
    const { service, port } = chain;
    // Traffic to workloads goes on to cluster encap, which every waypoint has.
    if (!service || !port) return [];
    const targets = routed(chain, service, config, features) ?? [
      { cluster: chain.name, kind: 'default' as const, host: service.hostname },
    ];
    return targets.map((target) => refer(target, LISTENER, port.number, service));
  });
}

/**
 * What the service's routes lead to; undefined where none holds, so that the chain leads to the service itself.
 * Several VirtualServices of one host follow each other, each up to its own route for everything; in older patches the first has
 * the host. istiod 1.30 …: buildWaypointInboundHTTPRouteConfig
 */
function routed(
  { kind, port }: WaypointChain,
  service: Service,
  config: ProxyConfig,
  features: Features,
): Target[] | undefined {
  const virtualServices = virtualServicesOf(service, config);
  if (kind === 'tcp') return tcpTargets(virtualServices, service, port!.number, config);
  const all = virtualServices.filter(({ http }) => http.length > 0);
  const lookup = (host: string) => config.scope.byHost.get(host);
  const clusterOf = (to: RouteDestination) => clusterFor(to, port!.number, config);
  const query = { proxy: config.proxy, gateway: MESH_GATEWAY, port: port!.number, lookup, clusterOf };
  const found = (features.waypointJoinsRoutes ? all : all.slice(0, 1)).flatMap((one) => {
    const targets = httpTargets(withoutSourceLabels(one), query);
    return targets ? [targets] : [];
  });
  return found.length > 0 ? found.flat() : undefined;
}

/** Those of the service's namespace or the waypoint's that have the host. …: getVirtualServiceForWaypoint */
function virtualServicesOf({ hostname, namespace }: Service, { proxy, world }: ProxyConfig): ResolvedVirtualService[] {
  return world.virtualServices
    .seenFrom(proxy.namespace, MESH_GATEWAY)
    .filter(
      (one) =>
        (one.namespace === namespace || one.namespace === proxy.namespace) &&
        one.hosts.some((host) => overlaps(host, hostname)),
    );
}

/** Whose request it is a waypoint knows by identity alone: matches by the source's labels are left out. …: waypointInboundRoute */
function withoutSourceLabels(virtualService: ResolvedVirtualService): ResolvedVirtualService {
  const http = virtualService.http.flatMap((route) => {
    if (!route.match?.length) return [route];
    const match = route.match.filter(({ sourceLabels }) => Object.keys(sourceLabels ?? {}).length === 0);
    return match.length > 0 ? [{ ...route, match }] : [];
  });
  return { ...virtualService, http };
}

/** TLS routes come before TCP routes. …: getWaypointTCPRoutes */
function tcpTargets(
  virtualServices: readonly ResolvedVirtualService[],
  { hostname }: Service,
  port: number,
  config: ProxyConfig,
): Target[] | undefined {
  // Nothing is known of the source.
  const nobody = { ...config.proxy, labels: {}, namespace: '' };
  const holds = (match: L4Match) => holdsForSidecar(match, nobody, port);
  const tls = virtualServices
    .flatMap((one) => one.tls)
    .find(({ match }) =>
      match?.length
        ? match.some((one) => one.sniHosts?.length === 1 && one.sniHosts[0] === hostname && holds(one))
        : true,
    );
  const route =
    tls ?? virtualServices.flatMap((one) => one.tcp).find(({ match }) => (match?.length ? match.some(holds) : true));
  if (!route || route.destinations.length === 0) return undefined;
  return l4Targets(route, tls ? 'tls' : 'tcp', port, config);
}

function l4Targets(route: ResolvedL4Route, kind: 'tcp' | 'tls', port: number, config: ProxyConfig): Target[] {
  return weighted(route.destinations, route.route).map((to) => ({
    ...{ cluster: clusterFor(to, port, config), kind, host: to.host, by: to.by() },
  }));
}

/**
 * Hosts that the waypoint owns, or does not see, are looked for among its inbound clusters; others among the outbound ones.
 * …: getWaypointDestinationCluster
 */
function clusterFor(
  { host, port: named, subset }: RouteDestination,
  listenerPort: number,
  config: ProxyConfig,
): string {
  if (host === '') return 'UnknownService';
  const service = config.scope.byHost.get(host);
  const port = named || (service?.ports.length === 1 ? service.ports[0]!.number : listenerPort);
  const isOwned = config.owned?.some(({ hostname }) => hostname === host);
  if (service && !isOwned) return outboundName(port, subset, host);
  const known = service?.ports.find(({ number, protocol }) => number === port && protocol !== 'UDP');
  const chain = known ? kindsOf(known).at(-1)! : 'http';
  return `inbound-vip|${port}|${subset ? `${chain}/${subset}` : chain}|${host}`;
}
