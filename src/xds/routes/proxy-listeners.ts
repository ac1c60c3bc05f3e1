import type { KubernetesService } from '../../model/kubernetes.js';
import { targetPorts } from '../../scope/gateways.js';
import { ruleFor } from '../build-clusters.js';
import type { Chain } from '../ext-authz/filters.js';
import type { Mesh, ProxyConfig } from '../mesh.js';
import { gatewayListeners } from './gateway-routes.js';
import { boundServers } from './gateway-servers.js';
import { proxyNetwork } from './proxy-network.js';
import type { ClusterReference } from './reference.js';
import { sidecarReferences } from './sidecar-references.js';

/** What the listeners of a proxy and their routes name, CDS aside. */
export interface ProxyListeners {
  references: readonly ClusterReference[];
  /** The kinds of chain that carry authorization filters: a sidecar's inbound listener has both. */
  chains: ReadonlySet<Chain>;
  /** A listener towards services speaks HTTP, if only after detection. */
  clientHttp: boolean;
}

const BOTH: ReadonlySet<Chain> = new Set(['http', 'tcp']);

export function listenersOf(mesh: Mesh, config: ProxyConfig): ProxyListeners {
  const { proxy, scope, binding, world } = config;
  if (proxy.type === 'router') {
    const targets = targetPorts(proxy, mesh.admitted.of<KubernetesService>('Service'));
    const found = gatewayListeners({
      proxy,
      scope,
      servers: boundServers(binding?.gateways ?? [], targets),
      registry: world.registry,
      visible: world.visible,
      virtualServices: world.virtualServices,
      ruleFor: (service) => ruleFor(service, proxy, scope.namespace, world.clusterContext),
    });
    return { ...found, clientHttp: found.chains.has('http') };
  }
  if (proxy.type !== 'sidecar') return { references: [], chains: BOTH, clientHttp: true };
  const found = sidecarReferences({
    proxy,
    scope,
    network: proxyNetwork(proxy, mesh.controlPlane, mesh.features),
    features: mesh.features,
    endpoints: world.registry.endpoints,
  });
  return { references: found.references, chains: BOTH, clientHttp: found.http };
}
