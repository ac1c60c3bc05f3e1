import type { Protocol } from '../../model/protocol.js';
import type { Proxy } from '../../model/proxy.js';
import type { Service } from '../../model/service.js';
import type { Features } from '../../model/features.js';
import type { Scope } from '../../scope/scope.js';
import type { ResolvedVirtualService } from '../../scope/virtual-service.js';
import type { ProxyNetwork } from './proxy-network.js';

/** What one port of one service brings to the listeners of a sidecar. */
export interface ListenerInput {
  proxy: Proxy;
  network: ProxyNetwork;
  scope: Scope;
  features: Features;
  virtualServices: readonly ResolvedVirtualService[];
  service: Service;
  port: ListenerPort;
  /** The address to listen on; empty until the service says it. */
  bind: string;
  cidrs: readonly string[];
}

/** A port of a service, or the one that an egress listener declares. */
export interface ListenerPort {
  number: number;
  protocol: Protocol;
}

/** A service's only port stands in for a listener's. istiod 1.28 pilot/pkg/networking/core/tls.go */
export function defaultPort({ service, port }: ListenerInput): number {
  return service.ports.length === 1 ? service.ports[0]!.number : port.number;
}
