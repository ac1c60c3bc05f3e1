import type { HttpMatch } from '../../model/istio.js';
import { selects } from '../../model/labels.js';
import type { Proxy } from '../../model/proxy.js';
import type { Service } from '../../model/service.js';
import type { ResolvedHttpRoute, ResolvedVirtualService, RouteDestination } from '../../scope/virtual-service.js';
import { targetOf, weighted } from './destination-cluster.js';
import type { Target } from './reference.js';

export interface RouteQuery {
  proxy: Proxy;
  /** `mesh`, or the `namespace/name` of a Gateway. */
  gateway: string;
  /** The listener's port; 0 for HTTP proxies and sockets. */
  port: number;
  /** What a host means here. */
  lookup: (host: string) => Service | undefined;
  /** What a destination is called here, when not by its outbound cluster. */
  clusterOf?: (destination: RouteDestination) => string;
}

/**
 * What the HTTP routes of a VirtualService lead to on one port; undefined when none of them holds for the proxy, so that the
 * VirtualService counts for nothing. A route that matches everything ends the list.
 * istiod 1.28 pilot/pkg/networking/core/route/route.go: BuildHTTPRoutesForVirtualService
 */
export function httpTargets(virtualService: ResolvedVirtualService, query: RouteQuery): Target[] | undefined {
  const targets: Target[] = [];
  let any = false;
  for (const route of virtualService.http) {
    const matches = route.match?.length ? route.match : [undefined];
    let taken = false;
    let catchAll = false;
    for (const match of matches) {
      catchAll ||= match === undefined;
      if (!holds(match, query)) continue;
      taken = true;
      if (catchesAll(match)) {
        catchAll = true;
        break;
      }
    }
    any ||= taken;
    if (taken) targets.push(...targetsOf(route, query));
    if (catchAll) break;
  }
  return any ? targets : undefined;
}

function targetsOf(route: ResolvedHttpRoute, { lookup, port, clusterOf }: RouteQuery): Target[] {
  if (route.redirect || route.directResponse) return [];
  const to = (destination: RouteDestination, kind: 'http' | 'mirror'): Target => ({
    ...targetOf(destination, kind, lookup(destination.host), port),
    ...(clusterOf && { cluster: clusterOf(destination) }),
  });
  return [
    ...weighted(route.destinations, route.route).map((one) => to(one, 'http')),
    ...mirrored(route).map((one) => to(one, 'mirror')),
  ];
}

/** A share of zero per cent is no mirror. …: MirrorPercent */
function mirrored({ mirrored: all, mirror, mirrors, mirrorPercentage, mirrorPercent }: ResolvedHttpRoute) {
  const share = mirrorPercentage ? (mirrorPercentage.value ?? 0) : (mirrorPercent ?? 100);
  const shares = (mirrors ?? [])
    .filter(({ destination }) => destination)
    .map(({ percentage }) => (percentage ? (percentage.value ?? 0) : 100));
  const inOrder = mirror ? [share, ...shares] : shares;
  return all.filter((_, i) => (inOrder[i] ?? 100) > 0);
}

/** The conditions that are decided without a request. Gateways, where named, are asked alone. …: TranslateRoute, sourceMatchHTTP */
function holds(match: HttpMatch | undefined, { proxy, gateway, port }: RouteQuery): boolean {
  if (!match) return true;
  if (match.port && match.port !== port) return false;
  if (match.gateways?.length) return match.gateways.includes(gateway);
  if (!selects(match.sourceLabels, proxy.labels)) return false;
  return !match.sourceNamespace || match.sourceNamespace === proxy.namespace;
}

/** …: IsCatchAllRoute */
function catchesAll(match: HttpMatch | undefined): boolean {
  if (!match) return true;
  const { uri, headers, withoutHeaders, queryParams, method, authority, scheme } = match;
  if (method || authority || scheme) return false;
  if ([headers, withoutHeaders, queryParams].some((fields) => fields && Object.keys(fields).length > 0)) return false;
  if (!uri) return true;
  if (uri.exact !== undefined) return false;
  return uri.regex === undefined ? (uri.prefix ?? '/') === '/' : uri.regex === '.*';
}
