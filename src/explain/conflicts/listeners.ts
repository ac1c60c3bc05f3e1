import type { ServiceEntry } from '../../model/istio.js';
import { isHttp, type Protocol } from '../../model/protocol.js';
import { isKubernetes, type Port, type Service } from '../../model/service.js';
import type { Mesh } from '../../xds/mesh.js';

/** What kind of outbound listener a port makes. istiod 1.28 pilot/pkg/networking/protocol.go: ModelProtocolToListenerProtocol */
export type ListenerClass = 'http' | 'tls' | 'tcp' | 'auto' | 'none';

export function listenerClassOf(protocol: Protocol): ListenerClass {
  if (isHttp(protocol)) return 'http';
  if (protocol === 'TLS' || protocol === 'HTTPS') return 'tls';
  if (protocol === 'UDP') return 'none';
  return protocol === 'UnsupportedProtocol' ? 'auto' : 'tcp';
}

/**
 * Whether the TCP listeners of a service take `0.0.0.0:port`: it has no address. A headless Service makes a listener for each
 * pod instead, and an address that istiod allocated counts where proxies capture DNS.
 * istiod 1.28 pilot/pkg/networking/core/listener.go: buildSidecarOutboundListener
 */
export function listensOnWildcard(service: Service, mesh: Mesh): boolean {
  if (isKubernetes(service) || service.address !== '0.0.0.0') return false;
  return !(capturesDns(mesh) && hasAllocatedAddress(service));
}

export function portsOfClass({ ports }: Service, ...classes: ListenerClass[]): Port[] {
  return ports.filter(({ protocol }) => classes.includes(listenerClassOf(protocol)));
}

function capturesDns({ controlPlane }: Mesh): boolean {
  return controlPlane.meshConfig.defaultConfig?.proxyMetadata?.['ISTIO_META_DNS_CAPTURE'] === 'true';
}

function hasAllocatedAddress({ resolution, source }: Service): boolean {
  const { addresses = [] } = ((source as ServiceEntry).status ?? {}) as { addresses?: { value?: string }[] };
  return resolution !== 'Passthrough' && addresses.length > 0;
}
