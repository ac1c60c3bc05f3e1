import type { Endpoint } from '../registry/endpoint.js';
import { MANAGED, WAYPOINT_CONTROLLER } from '../registry/ambient/waypoint-binding.js';
import type { ClusterContext } from './cluster-context.js';
import type { EndpointQuery } from './send-endpoints.js';

/**
 * An endpoint is reached through HBONE when it is a waypoint, speaks HBONE itself or is captured by the node agent. One with
 * mutual TLS keeps to that, except towards services that a waypoint owns.
 * istiod 1.28 pilot/pkg/xds/endpoints/endpoint_builder.go: buildEnvoyLbEndpoint, supportTunnel
 */
export function tunnelled(endpoint: Endpoint, query: EndpointQuery, context: ClusterContext): Endpoint {
  if (endpoint.tunnel || endpoint.behindGateway || !supportsTunnel(endpoint, context)) return endpoint;
  const speaksMutualTls = endpoint.tlsMode === 'istio' && !context.features.prefersHbone;
  if ((speaksMutualTls && !query.inboundVip) || query.proxy.sendsHbone === false) return endpoint;
  return { ...endpoint, tunnel: { to: hostPort(endpoint.address, endpoint.port) } };
}

function supportsTunnel({ labels, network, address }: Endpoint, { ambient }: ClusterContext): boolean {
  if (labels[MANAGED] === WAYPOINT_CONTROLLER) return true;
  if ((labels['networking.istio.io/tunnel'] ?? '').split(',').includes('http')) return true;
  return ambient?.isCaptured(network, address) ?? false;
}

export function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
