import { isHttp, type Protocol } from '../../model/protocol.js';
import { isKubernetes, type Port, type Service } from '../../model/service.js';
import { addressFor, UNSPECIFIED } from '../../xds/routes/service-address.js';
import type { ProxyNetwork } from '../../xds/routes/proxy-network.js';

/** What kind of outbound listener a port makes. istiod 1.28 pilot/pkg/networking/protocol.go: ModelProtocolToListenerProtocol */
export type ListenerClass = 'http' | 'tls' | 'tcp' | 'auto' | 'none';

export function listenerClassOf(protocol: Protocol): ListenerClass {
  if (isHttp(protocol)) return 'http';
  if (protocol === 'TLS' || protocol === 'HTTPS') return 'tls';
  if (protocol === 'UDP') return 'none';
  return protocol === 'UnsupportedProtocol' ? 'auto' : 'tcp';
}

/** Whether the TCP listeners of a service take `0.0.0.0:port` at some proxy: it names no address. A headless Service makes a listener for each pod instead. */
export function mayTakeWildcard(service: Service): boolean {
  return !isKubernetes(service) && service.address === UNSPECIFIED;
}

/** The same at one proxy, where an address that istiod allocated may count. */
export function takesWildcard(service: Service, network: ProxyNetwork): boolean {
  return mayTakeWildcard(service) && addressFor(service, network) === UNSPECIFIED;
}

export function portsOfClass({ ports }: Service, ...classes: ListenerClass[]): Port[] {
  return ports.filter(({ protocol }) => classes.includes(listenerClassOf(protocol)));
}
