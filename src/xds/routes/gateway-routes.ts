import { isSubsetOf, overlaps } from '../../model/host.js';
import type { L4Match } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import type { Service } from '../../model/service.js';
import type { Registry } from '../../registry/registry.js';
import { isPassthrough, servesHttp, type BoundServer } from '../../scope/merge-servers.js';
import type { Scope } from '../../scope/scope.js';
import type { ResolvedVirtualService } from '../../scope/virtual-service.js';
import type { VirtualServiceIndex } from '../../scope/virtual-service-index.js';
import type { VisibleServices } from '../../scope/visible-services.js';
import { sniName } from '../cluster.js';
import type { Chain } from '../ext-authz/filters.js';
import type { RuleLookupFor } from './context.js';
import { httpTargets } from './http-routes.js';
import { l4Targets } from './l4-routes.js';
import { refer, type ClusterReference, type Target } from './reference.js';

export interface GatewayContext {
  proxy: Proxy;
  scope: Scope;
  servers: readonly BoundServer[];
  registry: Registry;
  visible: VisibleServices;
  virtualServices: VirtualServiceIndex;
  ruleFor: RuleLookupFor;
}

/** What a router's listeners hold: the clusters that they name, and which kinds of chain carry authorization filters. */
export interface GatewayListeners {
  references: ClusterReference[];
  chains: Set<Chain>;
}

/** istiod 1.28 pilot/pkg/networking/core/gateway.go: buildGatewayListeners, buildGatewayHTTPRouteConfig */
export function gatewayListeners(context: GatewayContext): GatewayListeners {
  const references: ClusterReference[] = [];
  const chains = new Set<Chain>();
  const routed = new Map<string, Target[] | undefined>();
  const sniHosts = new Map<number, Map<string, string>>();
  for (const bound of context.servers) {
    if (servesHttp(bound)) {
      chains.add('http');
      references.push(...httpReferences(bound, context, routed));
    } else if (bound.server.tls?.mode === 'AUTO_PASSTHROUGH') {
      // These chains carry no authorization filter.
      references.push(...sniReferences(bound, context));
    } else {
      const found = isPassthrough(bound.server) ? tlsTargets(bound, context, sniHosts) : tcpTargets(bound, context);
      if (found.length > 0) chains.add('tcp');
      const listener = `${bound.bind || '0.0.0.0'}_${bound.listenPort}`;
      references.push(...found.map((target) => refer(target, listener, bound.listenPort)));
    }
  }
  return { references, chains };
}

/** Routes are made once for each Gateway and VirtualService, with the port of the server that comes first. */
function httpReferences(
  bound: BoundServer,
  context: GatewayContext,
  routed: Map<string, Target[] | undefined>,
): ClusterReference[] {
  const { proxy, virtualServices } = context;
  return virtualServices.seenFrom(proxy.namespace, bound.gatewayName).flatMap((virtualService) => {
    if (!hostsMeet(bound, virtualService)) return [];
    const key = `${bound.routeName} ${bound.gatewayName} ${virtualService.namespace}/${virtualService.name}`;
    if (routed.get(key) === undefined) {
      const lookup = (host: string) => serviceForRoute(host, virtualService, context);
      routed.set(key, httpTargets(virtualService, { proxy, gateway: bound.gatewayName, port: bound.port, lookup }));
    }
    return (routed.get(key) ?? []).map((target) => refer(target, bound.routeName, bound.listenPort));
  });
}

/** A server's hosts and a VirtualService's meet when one lies within the other. */
function hostsMeet({ hosts }: BoundServer, { hosts: routed, namespace }: ResolvedVirtualService): boolean {
  return hosts.some((entry) => {
    const host = hostFor(entry, namespace);
    return host !== undefined && routed.some((other) => isSubsetOf(host, other) || isSubsetOf(other, host));
  });
}

/** The host of a server's entry, when the entry is open to the namespace. */
function hostFor(entry: string, namespace: string): string | undefined {
  const slash = entry.indexOf('/');
  if (slash < 0) return entry;
  const owner = entry.slice(0, slash);
  return owner === namespace || owner === '*' ? entry.slice(slash + 1) : undefined;
}

/** The service of the VirtualService's own namespace when the router sees it, else the scope's. …: buildNameToServiceMapForHTTPRoutes */
function serviceForRoute(
  host: string,
  { namespace }: ResolvedVirtualService,
  { registry, visible, proxy, scope }: GatewayContext,
): Service | undefined {
  const own = registry.byHost.get(host)?.get(namespace);
  return own && visible.isVisible(own, proxy.namespace) ? own : scope.byHost.get(host);
}

/** The first route that holds decides. …: buildGatewayNetworkFiltersFromTCPRoutes */
function tcpTargets(bound: BoundServer, { proxy, scope, virtualServices }: GatewayContext): Target[] {
  for (const virtualService of virtualServices.seenFrom(proxy.namespace, bound.gatewayName)) {
    if (!hostsCovered(bound, virtualService)) continue;
    for (const route of virtualService.tcp) {
      const holds = !route.match?.length || route.match.some((match) => matchesServer(match, bound));
      if (holds) return l4Targets(route, 'tcp', scope, bound.port);
    }
  }
  return [];
}

/** …: buildGatewayNetworkFiltersFromTLSRoutes */
function tlsTargets(
  bound: BoundServer,
  { proxy, scope, virtualServices }: GatewayContext,
  taken: Map<number, Map<string, string>>,
): Target[] {
  let onPort = taken.get(bound.listenPort);
  if (!onPort) taken.set(bound.listenPort, (onPort = new Map<string, string>()));
  const found: Target[] = [];
  for (const virtualService of virtualServices.seenFrom(proxy.namespace, bound.gatewayName)) {
    if (!hostsCovered(bound, virtualService)) continue;
    for (const route of virtualService.tls) {
      for (const match of route.match ?? []) {
        if (!matchesServer(match, bound)) continue;
        const hosts = match.sniHosts ?? [];
        if (hosts.some((host) => onPort.get(host) === bound.bind)) continue;
        for (const host of hosts) onPort.set(host, bound.bind);
        found.push(...l4Targets(route, 'tls', scope, bound.port));
      }
    }
  }
  return found;
}

/** …: pickMatchingGatewayHosts */
function hostsCovered({ hosts }: BoundServer, { hosts: routed, namespace }: ResolvedVirtualService): boolean {
  return hosts.some((entry) => {
    const [owner, named] = entry.split('/');
    if (named !== undefined && owner !== namespace) return false;
    return routed.some((host) => overlaps(named ?? entry, host));
  });
}

function matchesServer({ port, gateways }: L4Match, bound: BoundServer): boolean {
  if (port && port !== bound.port) return false;
  return !gateways?.length || gateways.includes(bound.gatewayName);
}

/** A chain for each port and subset of the mesh's own services. …: builtAutoPassthroughFilterChains */
function sniReferences(bound: BoundServer, { scope, ruleFor }: GatewayContext): ClusterReference[] {
  const hosts = bound.hosts.map((entry) => entry.slice(entry.indexOf('/') + 1));
  const listener = `${bound.bind || '0.0.0.0'}_${bound.listenPort}`;
  return scope.services.flatMap((service) => {
    if (service.meshExternal || !hosts.some((host) => isSubsetOf(service.hostname, host))) return [];
    const subsets = ['', ...(ruleFor(service)?.subsets ?? []).map(({ name }) => name)];
    return service.ports
      .filter(({ protocol }) => protocol !== 'UDP')
      .flatMap(({ number }) => subsets.map((subset) => sniName(number, subset, service.hostname)))
      .map((cluster) => refer({ cluster, kind: 'sni', host: service.hostname }, listener, bound.listenPort, service));
  });
}
