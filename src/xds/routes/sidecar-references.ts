import { parseProtocol } from '../../model/protocol.js';
import { fieldOf } from '../../model/resource.js';
import { originalOf } from '../../model/service.js';
import type { ListenerScope, Scope } from '../../scope/scope.js';
import { destinationCluster } from './destination-cluster.js';
import { matchesAll } from './filter-chain.js';
import { listenerName } from './outbound-listener.js';
import { outboundListeners, type ListenerContext } from './outbound-listeners.js';
import { refer, type ClusterReference } from './reference.js';
import { virtualHosts, type VirtualHost } from './virtual-hosts.js';

/** The clusters that a sidecar's outbound listeners and their route configurations name. */
export function sidecarReferences(context: ListenerContext): { references: ClusterReference[]; http: boolean } {
  const references: ClusterReference[] = [];
  const routeNames = new Set<string>();
  let passesOn = false;
  for (const listener of outboundListeners(context).values()) {
    const name = listenerName(listener);
    passesOn ||= !listener.chains.some(matchesAll);
    for (const chain of listener.chains) {
      if ('routeName' in chain.leads) {
        routeNames.add(chain.leads.routeName);
        continue;
      }
      const service = listener.origins.get(chain)?.service;
      for (const target of chain.leads.targets) {
        references.push(refer(target, name, listener.port.number, service && originalOf(service)));
      }
    }
  }
  if (context.network.httpProxy) routeNames.add(HTTP_PROXY_ROUTES);
  const computed = new Map<ListenerScope, Map<number, VirtualHost[]>>();
  for (const routeName of routeNames) references.push(...routeReferences(routeName, context, computed));
  // Without interception there is no listener for all that no other takes, only what is left over of one.
  const shared = [...routeNames].some((routeName) => !isOfOneService(routeName));
  if (!context.network.interceptionNone || passesOn || shared) references.push(...egressProxyReferences(context));
  return { references, http: routeNames.size > 0 };
}

/** The routes of the listener for applications that use the proxy as an HTTP proxy. …/listener.go: buildHTTPProxy */
const HTTP_PROXY_ROUTES = 'http_proxy';

/** Of a service's own address: `host:port`. Such routes have no virtual host for unknown hosts. */
function isOfOneService(routeName: string): boolean {
  return !routeName.startsWith('unix://') && routeName.includes(':');
}

/** Where a Sidecar sends what no service matches. istiod 1.28 …: buildCatchAllVirtualHost */
function egressProxyReferences({ scope: { sidecar, outboundMode } }: ListenerContext): ClusterReference[] {
  const proxy = outboundMode === 'ALLOW_ANY' ? sidecar?.spec?.outboundTrafficPolicy?.egressProxy : undefined;
  if (!proxy || !sidecar) return [];
  const { host, subset = '', port } = proxy;
  const cluster = destinationCluster({ host, subset, port: port?.number ?? 0 }, undefined, 0);
  const by = fieldOf(sidecar, 'spec.outboundTrafficPolicy.egressProxy.host');
  return [refer({ cluster, kind: 'egress-proxy', host, by }, 'virtualOutbound', 15001)];
}

/**
 * A route configuration is made from the egress listener of its port, else from the catch-all, whichever made the listener.
 * istiod 1.28 pilot/pkg/networking/core/httproute.go: buildSidecarOutboundHTTPRouteConfig
 */
function routeReferences(
  routeName: string,
  context: ListenerContext,
  computed: Map<ListenerScope, Map<number, VirtualHost[]>>,
): ClusterReference[] {
  const colon = isOfOneService(routeName) ? routeName.indexOf(':') : -1;
  const allPorts = routeName === HTTP_PROXY_ROUTES || routeName.startsWith('unix://');
  const port = allPorts ? 0 : Number(routeName.slice(colon + 1));
  const egress = listenerForRoutes(context.scope, port, routeName);
  if (!egress) return [];
  const proxied = parseProtocol(egress.egress?.port?.protocol) === 'HTTP_PROXY';
  const key = proxied ? 0 : port;
  let byPort = computed.get(egress);
  if (!byPort) computed.set(egress, (byPort = new Map<number, VirtualHost[]>()));
  let hosts = byPort.get(key);
  if (!hosts) byPort.set(key, (hosts = virtualHosts(egress, key, context)));
  const own =
    colon < 0 ? hosts : hosts.filter(({ domains }) => answersTo(domains, routeName, routeName.slice(0, colon)));
  return own.flatMap(({ targets, service }) =>
    targets.map((target) => refer(target, routeName, port, service && originalOf(service))),
  );
}

/** A listener that detects HTTP on a service's own address takes that service's virtual host alone. */
function answersTo(domains: readonly string[], routeName: string, host: string): boolean {
  return domains.includes(routeName) || domains.includes(host);
}

/** istiod 1.28 pilot/pkg/model/sidecar.go: GetEgressListenerForRDS */
function listenerForRoutes({ listeners }: Scope, port: number, bind: string): ListenerScope | undefined {
  return listeners.find(({ egress }) => {
    if (!egress?.port) return true;
    if ((egress.port.number ?? 0) !== port) return false;
    return port !== 0 || egress.bind === bind;
  });
}
