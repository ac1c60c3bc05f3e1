import { GATEWAY_KIND, gatewayApiKind, type GatewayRoute } from '../../model/gateway-api.js';
import type { Gateway } from '../../model/istio.js';
import type { Ingress } from '../../model/kubernetes-ingress.js';
import type { Resource } from '../../model/resource.js';
import { isAutoPassthrough } from '../../registry/auto-passthrough.js';
import type { ResolvedVirtualService } from '../virtual-service.js';
import type { ConversionContext, RouteRefusal } from './context.js';
import { readsKind } from './crd-version.js';
import type { ReasonCode } from '../../model/reasons.js';
import { meant } from './backends.js';
import { gatewayListeners, type GatewayListener } from './listeners.js';
import { mergePieces } from './merge-pieces.js';
import { byGateway } from './route-parents.js';
import { routePieces } from './route-pieces.js';

/** A Gateway that binds to the Pods of Services instead of by labels: one listener of a Gateway of the Gateway API. */
export interface ServiceGateway extends Gateway {
  /** Hostnames of the Services, which must be of the Gateway's own namespace. */
  boundServices?: readonly string[];
  /** istiod itself deployed the Pods. */
  managed?: boolean;
  /** The Gateway and listener that it stands for. */
  listener?: GatewayListener;
  /** The Ingress that it stands for. */
  ingress?: Ingress;
}

export interface ConvertedGatewayApi {
  gateways: readonly ServiceGateway[];
  virtualServices: readonly ResolvedVirtualService[];
  /** What istiod leaves out of the Gateways and routes, and references that lead nowhere. */
  refused: readonly RouteRefusal[];
}

const NOTHING: ConvertedGatewayApi = { gateways: [], virtualServices: [], refused: [] };

/** Turns Gateways and routes into what istiod makes of them: Istio Gateways and VirtualServices. */
export function convertGatewayApi(input: Omit<ConversionContext, 'refuse' | 'services'>): ConvertedGatewayApi {
  const { admitted, features } = input;
  if (!features.gatewayApi) return NOTHING;
  const kinds = [
    'HTTPRoute',
    'GRPCRoute',
    ...(features.tcpRoutes ? ['TCPRoute'] : []),
    ...(features.tlsRoutes ? ['TLSRoute'] : []),
  ];
  const routes = kinds.flatMap((kind) => admitted.of<GatewayRoute>(gatewayApiKind(kind)));
  if (routes.length === 0 && admitted.of(GATEWAY_KIND).length === 0) return NOTHING;
  const refused: RouteRefusal[] = [];
  const services = new Set(
    admitted.of('Service').map(({ metadata: { namespace = 'default', name } }) => `${namespace}/${name}`),
  );
  const refuse = (refusal: RouteRefusal) => {
    const lost = OF_ONE_BACKEND.has(refusal.reason.code) ? [] : backendHosts(refusal.object, input);
    refused.push(lost.length > 0 ? { ...refusal, lost } : refusal);
  };
  const context: ConversionContext = { ...input, services, refuse };
  const listeners = gatewayListeners(context);
  const readKinds = new Set(kinds.filter((kind) => readsKind(kind, context)));
  const read = routes.filter(({ kind }) => readKinds.has(kind));
  const byName = byGateway(listeners);
  const pieces = read.flatMap((route) => routePieces(route, byName, context));
  return {
    gateways: listeners.filter(({ usable }) => usable !== false).map(toGateway),
    virtualServices: mergePieces(pieces, context),
    refused,
  };
}

/** All other refusals take the whole route along. */
const OF_ONE_BACKEND: ReadonlySet<ReasonCode> = new Set([
  ...(['backend-not-granted', 'backend-not-found', 'backend-kind', 'backend-weight-zero'] as const),
  'mirror-dropped',
]);

/** The hosts of a route's backends, which are lost with it. */
function backendHosts(object: Resource, context: Pick<ConversionContext, 'controlPlane' | 'features'>): string[] {
  const { spec, metadata } = object as GatewayRoute;
  const refs = (spec?.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs);
  return refs.flatMap((ref) => meant(ref, metadata.namespace ?? 'default', context).host ?? []);
}

function tlsMode({ gateway, listener }: GatewayListener): string | undefined {
  if (!listener.tls) return undefined;
  if (listener.tls.mode !== 'Passthrough') return 'SIMPLE';
  return isAutoPassthrough(gateway.metadata.labels, listener) ? 'AUTO_PASSTHROUGH' : 'PASSTHROUGH';
}

function toGateway(listener: GatewayListener): ServiceGateway {
  const { gateway, internalName, services, hosts } = listener;
  const { port, protocol = 'HTTP' } = listener.listener;
  const [namespace = '', name = ''] = internalName.split('/');
  const mode = tlsMode(listener);
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'Gateway',
    metadata: { ...gateway.metadata, namespace, name },
    spec: {
      servers: [
        { port: { name: 'default', number: port, protocol }, hosts: [...hosts], ...(mode && { tls: { mode } }) },
      ],
    },
    boundServices: services,
    managed: !gateway.spec?.addresses?.some(({ type }) => type === 'Hostname'),
    listener,
  };
}
