import type { KubernetesGateway, Listener } from '../../model/gateway-api.js';
import type { Resource } from '../../model/resource.js';
import type { Features } from '../../model/features.js';

const INBOUND_BINDING = 'ambient.istio.io/waypoint-inbound-binding';

/**
 * The listener whose allowedRoutes count for a waypoint: the one that ztunnel is told to send to, where there is such, else that of
 * HBONE. The annotation of the Gateway comes before that of its class.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/waypoints.go: makeInboundBinding, findBoundListener
 */
export function boundListener(
  { metadata, spec }: KubernetesGateway,
  ofClass: Resource | undefined,
  features: Features,
): Listener | undefined {
  const listeners = spec?.listeners ?? [];
  const binding = metadata.annotations?.[INBOUND_BINDING] ?? ofClass?.metadata.annotations?.[INBOUND_BINDING];
  const bound = features.waypointBoundListener && binding !== undefined && find(listeners, binding);
  return bound || listeners.find(({ protocol, port }) => protocol === 'HBONE' && port === 15008);
}

/** `protocol` or `protocol/port`; what is no port counts as none. */
function find(listeners: readonly Listener[], binding: string): Listener | undefined {
  const [tunnel, text = '', ...others] = binding.split('/');
  if (others.length > 0 || (tunnel !== 'PROXY' && tunnel !== 'NONE')) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number !== 0) return listeners.find(({ port }) => port === number);
  return tunnel === 'PROXY' ? listeners.find(({ protocol }) => protocol === 'istio.io/PROXY') : undefined;
}
