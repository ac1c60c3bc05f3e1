import type { GatewayRoute } from '../../model/gateway-api.js';
import type { ResolvedHttpRoute, ResolvedL4Route } from '../virtual-service.js';
import { MESH_GATEWAY } from '../virtual-service.js';
import type { ConversionContext } from './context.js';
import { httpRules } from './http-rules.js';
import { l4Rules } from './l4-rules.js';
import { parentsOf, type ListenersByGateway, type RouteParent } from './route-parents.js';

/** What one route says of one host at one parent. */
export interface RoutePiece {
  route: GatewayRoute;
  gateway: string;
  host: string;
  /** Pieces of one key become one VirtualService. */
  key: string;
  http: readonly ResolvedHttpRoute[];
  l4: readonly ResolvedL4Route[];
}

/** istiod 1.28 pilot/pkg/config/kube/gateway/route_collections.go: HTTPRouteCollection, TCPRouteCollection */
export function routePieces(
  route: GatewayRoute,
  listeners: ListenersByGateway,
  context: ConversionContext,
): RoutePiece[] {
  const parents = parentsOf(route, listeners, context);
  const ofHttp = route.kind === 'HTTPRoute' || route.kind === 'GRPCRoute';
  const convert = (mesh: boolean) => ({
    http: ofHttp ? (httpRules(route, mesh, context) ?? []) : [],
    l4: ofHttp ? [] : (l4Rules(route, mesh, context) ?? []),
  });
  const needs = (mesh: boolean) => parents.some(({ gateway }) => (gateway === MESH_GATEWAY) === mesh);
  const ofMesh = needs(true) ? convert(true) : undefined;
  const ofGateways = needs(false) ? convert(false) : undefined;
  let count = 0;
  return parents.flatMap((parent) => {
    const mesh = parent.gateway === MESH_GATEWAY;
    const { http, l4 } = (mesh ? ofMesh : ofGateways)!;
    if (ofHttp && http.length === 0) return [];
    const hosts = route.kind === 'TCPRoute' && !mesh ? ['*'] : parent.hosts;
    return hosts.map((host) => ({
      route,
      gateway: parent.gateway,
      host,
      key: ofHttp ? keyOf(route, parent, host) : `${route.metadata.name}~${route.kind}~${count++}`,
      http: http.map((rule) => withPort(rule, mesh ? parent.port : undefined)),
      l4: l4.map((rule) => withPort(rule, mesh ? parent.port : undefined)),
    }));
  });
}

function keyOf(
  { metadata: { namespace = 'default' } }: GatewayRoute,
  { gateway, port }: RouteParent,
  host: string,
): string {
  if (gateway !== MESH_GATEWAY) return `${gateway}/${host}`;
  return port === undefined ? `${namespace}/${host}` : `${namespace}/${port}/${host}`;
}

function withPort<T extends ResolvedHttpRoute | ResolvedL4Route>(rule: T, port: number | undefined): T {
  if (port === undefined) return rule;
  const matches = rule.match?.length ? rule.match : [{}];
  return { ...rule, match: matches.map((match) => ({ ...match, port })) };
}
