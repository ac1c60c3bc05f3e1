import { hostPort, type Endpoint } from '../registry/endpoint.js';
import { TUNNEL } from '../registry/ambient/captured.js';
import { MANAGED, WAYPOINT_CONTROLLER } from '../registry/ambient/waypoint-binding.js';
import { isEastWestGateway } from './waypoint/east-west.js';
import { FORWARD_INNER } from './waypoint/internal-clusters.js';
import type { ClusterContext } from './cluster-context.js';
import type { EndpointQuery } from './send-endpoints.js';

/**
 * An endpoint is reached through HBONE when it is a waypoint, speaks HBONE itself or is captured by the node agent. One with
 * mutual TLS keeps to that, except towards services that a waypoint owns.
 * istiod 1.28 pilot/pkg/xds/endpoints/endpoint_builder.go: buildEnvoyLbEndpoint, supportTunnel
 */
export function tunnelled(
  endpoints: readonly Endpoint[],
  query: EndpointQuery,
  context: ClusterContext,
): readonly Endpoint[] {
  if (query.proxy.sendsHbone === false) return endpoints;
  const needsTunnel = (endpoint: Endpoint): boolean => {
    if (endpoint.tunnel || endpoint.behindGateway || !supportsTunnel(endpoint, context)) return false;
    return query.inboundVip === true || endpoint.tlsMode !== 'istio' || context.features.prefersHbone;
  };
  // Most meshes have no such endpoint, and their lists stay as they are.
  if (!endpoints.some(needsTunnel)) return endpoints;
  const through = isEastWestGateway(query.proxy, context.features) && ({ listener: FORWARD_INNER } as const);
  return endpoints.map((endpoint) =>
    needsTunnel(endpoint)
      ? { ...endpoint, tunnel: { ...through, to: hostPort(endpoint.address, endpoint.port) } }
      : endpoint,
  );
}

function supportsTunnel({ labels, network, address }: Endpoint, { ambient }: ClusterContext): boolean {
  if (labels[MANAGED] === WAYPOINT_CONTROLLER) return true;
  if (labels[TUNNEL]?.split(',').includes('http')) return true;
  return ambient?.isCaptured(network, address) ?? false;
}
