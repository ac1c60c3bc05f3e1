import { groupBy } from '../../model/group.js';
import { createdAt, fieldOf } from '../../model/resource.js';
import { compareText } from '../../registry/creation-order.js';
import type { ResolvedVirtualService } from '../virtual-service.js';
import type { ConversionContext } from './context.js';
import type { RoutePiece } from './route-pieces.js';
import { sortRoutes } from './sort-routes.js';

/**
 * The pieces of one listener and host (or of one namespace and mesh host) as one VirtualService, the oldest giving its name.
 * Before 1.30 HTTPRoutes and GRPCRoutes are merged apart, get the same name, and those of GRPCRoutes are lost.
 * istiod 1.28 pilot/pkg/config/kube/gateway/route_collections.go: mergeHTTPRoutes
 */
export function mergePieces(pieces: readonly RoutePiece[], context: ConversionContext): ResolvedVirtualService[] {
  const ofKind = (kinds: readonly string[]) => merged(pieces.filter(({ route }) => kinds.includes(route.kind)));
  const groups = context.features.mergesGrpcRoutes
    ? [['TCPRoute'], ['TLSRoute'], ['HTTPRoute', 'GRPCRoute']]
    : [['TCPRoute'], ['TLSRoute'], ['HTTPRoute'], ['GRPCRoute']];
  const byName = new Map<string, ResolvedVirtualService>();
  for (const service of groups.flatMap(ofKind)) {
    const name = `${service.namespace}/${service.name}`;
    const first = byName.get(name);
    if (!first) byName.set(name, service);
    else {
      const by = fieldOf(first.object, 'metadata');
      const args = { winner: `${first.object.kind} ${first.namespace}/${first.object.metadata.name}` };
      const [host = ''] = service.hosts;
      context.refuse({ object: service.object, host, reason: { code: 'route-hidden', by, args } });
    }
  }
  return [...byName.values()];
}

function merged(pieces: readonly RoutePiece[]): ResolvedVirtualService[] {
  return [...groupBy(pieces, ({ key }) => key)].map(([key, group]) => {
    const ordered = [...group].sort(byAge);
    const { route, gateway, host } = ordered[0]!;
    const l4 = ordered.flatMap((piece) => piece.l4);
    const isTls = route.kind === 'TLSRoute';
    return {
      object: route,
      namespace: route.metadata.namespace ?? 'default',
      name: key.replaceAll('/', '~'),
      hosts: [host],
      gateways: [gateway],
      http: sortRoutes(ordered.flatMap(({ http }) => http)),
      tcp: isTls ? [] : l4,
      tls: isTls ? l4 : [],
      gatewaySemantics: true,
    };
  });
}

/** Oldest first; then, unlike elsewhere, namespace before name. …: sortRoutesByCreationTime */
function byAge({ route: a }: RoutePiece, { route: b }: RoutePiece): number {
  return (
    createdAt(a) - createdAt(b) ||
    compareText(a.metadata.namespace ?? '', b.metadata.namespace ?? '') ||
    compareText(a.metadata.name, b.metadata.name)
  );
}
