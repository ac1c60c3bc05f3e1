import type { Features } from '../model/features.js';
import { isIp, isIpv4 } from '../model/ip.js';
import { groupBy } from '../model/group.js';
import type { Pod } from '../model/kubernetes.js';
import type { Proxy } from '../model/proxy.js';
import type { Endpoint } from '../registry/endpoint.js';
import type { NetworkGateway, NetworkGateways } from '../registry/network-gateways.js';

/**
 * Endpoints of other networks are reached through the gateways of those: once for each locality, and only where mutual TLS
 * is spoken. A network without gateway counts as reachable.
 * istiod 1.28 pilot/pkg/xds/endpoints/ep_filters.go: EndpointsByNetworkFilter
 */
export function byNetwork(
  endpoints: readonly Endpoint[],
  proxy: Proxy,
  gateways: NetworkGateways,
  /** Whether istiod resolved the hostnames of gateways. */
  resolved: boolean,
  speaksMutualTls: (endpoint: Endpoint) => boolean,
  features: Features,
): readonly Endpoint[] {
  if (!gateways.any) return endpoints;
  const own = proxy.network ?? '';
  const found: Endpoint[] = [];
  for (const group of groupBy(endpoints, ({ locality }) => locality).values()) {
    const used = new Map<NetworkGateway, Endpoint>();
    for (const endpoint of group) {
      const { network } = endpoint;
      const all = usable(gateways.for(network, endpoint.clusterId), proxy, features);
      const forced = features.gatewaysWithoutOwnNetwork && own === '' && network !== '';
      if (all.length === 0 || (!forced && (own === '' || network === '' || own === network))) {
        if (endpoint.address !== '') found.push(endpoint);
      } else if (speaksMutualTls(endpoint)) {
        for (const gateway of features.gatewaysByIpFamily ? ofFamily(all, proxy, resolved) : all)
          used.set(gateway, endpoint);
      }
    }
    for (const [gateway, behind] of used) found.push(standIn(gateway, behind));
  }
  return found;
}

/** Sidecars do not speak HBONE to gateways. istiod 1.29 …/endpoints/ep_filters.go: selectNetworkGateways */
function usable(gateways: readonly NetworkGateway[], { type }: Proxy, features: Features): readonly NetworkGateway[] {
  return features.gatewayServicesNeedPort && type === 'sidecar' ? gateways.filter(({ port }) => port !== 0) : gateways;
}

function standIn(gateway: NetworkGateway, behind: Endpoint): Endpoint {
  const { address, port, network, clusterId } = gateway;
  return {
    ...behind,
    address,
    port,
    network,
    clusterId,
    labels: {},
    health: 'HEALTHY',
    tlsMode: 'istio',
    behindGateway: behind,
    source: gateway.source ?? behind.source,
  };
}

/**
 * A proxy without known addresses takes them all; what a resolved hostname leads to may be of either family.
 * …: filterGatewaysByIPFamily
 */
function ofFamily(gateways: readonly NetworkGateway[], { pod }: Proxy, resolved: boolean): readonly NetworkGateway[] {
  const { podIP, podIPs = [] } = (pod as Pod | undefined)?.status ?? {};
  const families = new Set([podIP, ...podIPs.map(({ ip }) => ip)].flatMap((ip) => (ip ? isIpv4(ip) : [])));
  if (families.size !== 1) return gateways;
  return gateways.filter(({ address }) => (isIp(address) ? families.has(isIpv4(address)) : resolved));
}
