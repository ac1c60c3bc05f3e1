import { ruleFor } from '../build-clusters.js';
import type { Chain } from '../ext-authz/filters.js';
import type { Mesh } from '../mesh.js';
import type { ProxyConfig } from '../world.js';
import { gatewayListeners } from './gateway-routes.js';
import { inboundChains } from './inbound-chains.js';
import type { OutboundListener } from './outbound-listener.js';
import { outboundListeners, type ListenerContext } from './outbound-listeners.js';
import { proxyNetwork } from './proxy-network.js';
import type { ClusterReference } from './reference.js';
import { waypointReferences } from '../waypoint/listeners.js';
import { sidecarReferences } from './sidecar-references.js';

/** What the listeners of a proxy and their routes name, CDS aside. */
export interface ProxyListeners {
  references: readonly ClusterReference[];
  /** The kinds of chain that carry authorization filters: of a sidecar, the inbound ones. */
  chains: ReadonlySet<Chain>;
  /** A listener towards services speaks HTTP, if only after detection. */
  clientHttp: boolean;
}

/** Of a waypoint. */
const BOTH: ReadonlySet<Chain> = new Set(['http', 'tcp']);

export function listenersOf(mesh: Mesh, config: ProxyConfig): ProxyListeners {
  const { proxy } = config;
  if (proxy.type === 'router') return routerListeners(mesh, config);
  if (proxy.type === 'waypoint')
    return { references: waypointReferences(config, mesh.features), chains: BOTH, clientHttp: true };
  const { references, http } = sidecarReferences(listenerContext(mesh, config));
  return { references, chains: chainsOf(mesh, config), clientHttp: http };
}

/** The kinds of chain alone, without looking at a sidecar's listeners. */
export function chainsOf(mesh: Mesh, config: ProxyConfig): ReadonlySet<Chain> {
  const { proxy, scope } = config;
  if (proxy.type === 'router') return routerListeners(mesh, config).chains;
  if (proxy.type === 'waypoint') return BOTH;
  return inboundChains(scope.sidecar, proxyNetwork(proxy, mesh.controlPlane, mesh.features));
}

/** A sidecar's outbound listeners with their chains and the services that lost theirs, by address and port. */
export function outboundListenersOf(mesh: Mesh, config: ProxyConfig): ReadonlyMap<string, OutboundListener> {
  return config.proxy.type === 'sidecar' ? outboundListeners(listenerContext(mesh, config)) : new Map();
}

function listenerContext({ controlPlane, features }: Mesh, { proxy, scope, world }: ProxyConfig): ListenerContext {
  const network = proxyNetwork(proxy, controlPlane, features);
  return { proxy, scope, network, features, endpoints: world.registry.endpoints };
}

function routerListeners(mesh: Mesh, { proxy, scope, binding, world }: ProxyConfig): ProxyListeners {
  const { unprivileged } = proxyNetwork(proxy, mesh.controlPlane, mesh.features);
  const found = gatewayListeners({
    proxy,
    scope,
    // An unprivileged router cannot listen on low ports.
    servers: (binding?.servers ?? []).filter(({ listenPort }) => !unprivileged || listenPort >= 1024),
    registry: world.registry,
    visible: world.visible,
    virtualServices: world.virtualServices,
    ruleFor: (service) => ruleFor(service, proxy, scope.namespace, world.clusterContext),
  });
  return { ...found, clientHttp: found.chains.has('http') };
}
