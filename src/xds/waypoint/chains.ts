import type { Features } from '../../model/features.js';
import { isHttp } from '../../model/protocol.js';
import type { Proxy } from '../../model/proxy.js';
import { isDynamicWildcard, type Port, type Service } from '../../model/service.js';
import { isEastWestGateway } from './east-west.js';

/** A filter chain of a waypoint's main listener: of one port of a service that it owns, or of traffic to workloads. */
export interface WaypointChain {
  /** `inbound-vip|80|http|host`, which is its cluster's name too, or `direct-tcp`. */
  name: string;
  kind: 'http' | 'tcp';
  service?: Service;
  port?: Port;
}

/** istiod 1.28 pilot/pkg/networking/core/listener_waypoint.go: buildWaypointInternal */
export function waypointChains(owned: readonly Service[], proxy: Proxy, features: Features): WaypointChain[] {
  const eastWest = isEastWestGateway(proxy, features);
  const bytesOnly = eastWest && features.eastWestTakesGlobal;
  const ofServices = owned.flatMap((service) =>
    service.ports
      .filter(({ protocol }) => protocol !== 'UDP' && !(isTls(protocol) && isSkipped(service, features)))
      .flatMap((port) =>
        (bytesOnly ? (['tcp'] as const) : kindsOf(port)).map((kind): WaypointChain => ({
          name: `inbound-vip|${port.number}|${kind}|${service.hostname}`,
          kind,
          service,
          port,
        })),
      ),
  );
  if (eastWest) return ofServices;
  return [...ofServices, { name: 'direct-tcp', kind: 'tcp' }, { name: 'direct-http', kind: 'http' }];
}

function isTls(protocol: Port['protocol']): boolean {
  return protocol === 'TLS' || protocol === 'HTTPS';
}

function isSkipped(service: Service, features: Features): boolean {
  return features.waypointSkipsDynamicDnsTls && isDynamicWildcard(service);
}

/** A port whose protocol is detected has both, TCP first. */
export function kindsOf({ protocol }: Pick<Port, 'protocol'>): WaypointChain['kind'][] {
  if (protocol === 'UnsupportedProtocol') return ['tcp', 'http'];
  return [isHttp(protocol) ? 'http' : 'tcp'];
}
