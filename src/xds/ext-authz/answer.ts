import type { Mesh, ProxyConfig } from '../mesh.js';
import { danglingClusters, type DanglingCluster } from '../routes/dangling.js';
import { listenersOf } from '../routes/proxy-listeners.js';
import type { ClusterReference } from '../routes/reference.js';
import type { ConsideredPolicy } from './custom-policies.js';
import { extAuthzFilters, type Chain, type ExtAuthzFilter } from './filters.js';

/** What CUSTOM policies do at one proxy, and by which chain of facts. */
export interface ExtAuthzAnswer {
  /** Every CUSTOM policy that was looked at, in istiod's order, with what became of it. */
  considered: readonly ConsideredPolicy[];
  /** The kinds of chain that the proxy's listeners have. */
  chains: ReadonlySet<Chain>;
  filters: readonly ExtAuthzFilter[];
}

export function extAuthzOf(mesh: Mesh, config: ProxyConfig): ExtAuthzAnswer {
  const { chains } = listenersOf(mesh, config);
  const considered = mesh.customPolicies.considered(config.proxy);
  const inForce = considered.filter(({ outcome }) => outcome === 'in-force');
  return { considered, chains, filters: extAuthzFilters(inForce, config.world.providers, chains, mesh.features) };
}

/** What a proxy's listeners, routes and authorization filters name although CDS lacks it. */
export function danglingOf(mesh: Mesh, config: ProxyConfig): DanglingCluster[] {
  const { references, chains } = listenersOf(mesh, config);
  const filters = extAuthzFilters(
    mesh.customPolicies.inForce(config.proxy),
    config.world.providers,
    chains,
    mesh.features,
  );
  return danglingClusters(config, [...references, ...filters.flatMap(filterReferences)]);
}

function filterReferences({ chain, effect }: ExtAuthzFilter): ClusterReference[] {
  if (effect.kind !== 'call') return [];
  const { provider, cluster, host } = effect;
  const by = { ...provider.by, path: `${provider.by.path}.service` };
  return [{ cluster, from: { listener: chain, port: provider.port, kind: 'ext-authz', host, by } }];
}
