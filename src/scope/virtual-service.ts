import { expandShortName } from '../model/host.js';
import type { Destination, HttpRoute, L4Route, VirtualService } from '../model/istio.js';
import type { GatewayRoute } from '../model/gateway-api.js';
import type { Ingress } from '../model/kubernetes-ingress.js';
import { fieldOf, type FieldRef } from '../model/resource.js';

export const MESH_GATEWAY = 'mesh';

/** A route destination with its host expanded, and where it stands. */
export interface RouteDestination {
  host: string;
  subset: string;
  /** 0 when the route names no port. */
  port: number;
  by: () => FieldRef;
}

/** A route with its destinations, mirrors among them. `http` routes keep their conditions. */
export interface ResolvedHttpRoute extends HttpRoute {
  destinations: readonly RouteDestination[];
  mirrored: readonly RouteDestination[];
}

export interface ResolvedL4Route extends L4Route {
  destinations: readonly RouteDestination[];
}

/** A VirtualService with every short name expanded and delegates merged in. */
export interface ResolvedVirtualService {
  object: VirtualService | GatewayRoute | Ingress;
  namespace: string;
  name: string;
  hosts: readonly string[];
  gateways: readonly string[];
  http: readonly ResolvedHttpRoute[];
  tcp: readonly ResolvedL4Route[];
  tls: readonly ResolvedL4Route[];
  /** Made from a route of the Gateway API, which `object` then is: hosts are matched as those of services are. */
  gatewaySemantics?: true;
  /** Made from Ingresses, whose oldest `object` is: it has no age, so it comes before all others. */
  ofIngress?: true;
}

/** istiod 1.28 pilot/pkg/model/virtualservice.go: resolveVirtualServiceShortnames */
export function resolveVirtualService(object: VirtualService, domainSuffix: string): ResolvedVirtualService {
  const namespace = object.metadata.namespace ?? 'default';
  const spec = object.spec ?? {};
  const expand = (host: string) => expandShortName(host, namespace, domainSuffix);
  const destination = (value: Destination | null | undefined, path: string): RouteDestination[] =>
    value
      ? [
          {
            host: expand(value.host ?? ''),
            subset: value.subset ?? '',
            port: value.port?.number ?? 0,
            by: () => fieldOf(object, `${path}.host`),
          },
        ]
      : [];
  const routed = (route: HttpRoute | L4Route, path: string) =>
    (route.route ?? []).flatMap((entry, i) => destination(entry.destination, `${path}.route[${i}].destination`));
  const gateways = (names: readonly string[]) => names.map((name) => resolveGatewayName(name, namespace));
  const matching = <T extends { gateways?: string[] }>(match: T[] | undefined): T[] =>
    (match ?? []).map((entry) => (entry.gateways ? { ...entry, gateways: gateways(entry.gateways) } : entry));
  return {
    object,
    namespace,
    name: object.metadata.name,
    hosts: (spec.hosts ?? []).map(expand),
    gateways: spec.gateways?.length ? gateways(spec.gateways) : [MESH_GATEWAY],
    http: (spec.http ?? []).map((route, i) => ({
      ...route,
      match: matching(route.match),
      destinations: routed(route, `spec.http[${i}]`),
      mirrored: [
        ...destination(route.mirror, `spec.http[${i}].mirror`),
        ...(route.mirrors ?? []).flatMap((entry, j) =>
          destination(entry.destination, `spec.http[${i}].mirrors[${j}].destination`),
        ),
      ],
    })),
    tcp: (spec.tcp ?? []).map((route, i) => ({
      ...route,
      match: matching(route.match),
      destinations: routed(route, `spec.tcp[${i}]`),
    })),
    tls: (spec.tls ?? []).map((route, i) => ({
      ...route,
      match: matching(route.match),
      destinations: routed(route, `spec.tls[${i}]`),
    })),
  };
}

/** `name`, `./name`, `namespace/name` and the old `name.namespace…`, as `namespace/name`. istiod 1.28 pilot/pkg/model/config.go: resolveGatewayName */
export function resolveGatewayName(name: string, namespace: string): string {
  if (name === MESH_GATEWAY) return name;
  const slash = name.indexOf('/');
  if (slash >= 0) return name.startsWith('./') ? `${namespace}${name.slice(slash)}` : name;
  const [short = '', owner] = name.split('.');
  return `${owner ?? namespace}/${short}`;
}

/**
 * The destinations that a proxy of `configNamespace` may be sent to; all, when it is undefined.
 * An HTTP route that names source namespaces counts only for those, even where another of its conditions names none.
 * istiod 1.28 pilot/pkg/model/push_context.go: virtualServiceDestinationsFilteredBySourceNamespace
 */
export function destinationsFor(
  service: ResolvedVirtualService,
  configNamespace: string | undefined,
): RouteDestination[] {
  const http = service.http.filter(({ match = [] }) => {
    if (configNamespace === undefined) return true;
    const named = match.filter(({ sourceNamespace }) => sourceNamespace);
    return named.length === 0 || named.some(({ sourceNamespace }) => sourceNamespace === configNamespace);
  });
  return [
    ...http.flatMap(({ destinations, mirrored }) => [...destinations, ...mirrored]),
    ...[...service.tcp, ...service.tls].flatMap(({ destinations }) => destinations),
  ];
}
