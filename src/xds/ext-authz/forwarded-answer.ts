import type { Resource } from '../../model/resource.js';
import { groupBy } from '../../model/group.js';
import { isDynamicWildcard, type Service } from '../../model/service.js';
import type { Mesh } from '../mesh.js';
import type { ProxyConfig } from '../world.js';
import { listenerName } from '../routes/outbound-listener.js';
import { outboundListenersOf } from '../routes/proxy-listeners.js';
import type { ConsideredPolicy } from './custom-policies.js';
import { extAuthzFilters, type ExtAuthzFilter } from './filters.js';

export interface ForwardedAnswer {
  /** Policies of the services' namespaces that hold there. */
  inForce: readonly ConsideredPolicy[];
  filters: readonly ExtAuthzFilter[];
}

/**
 * A sidecar's own TLS chains towards wildcard hosts of DYNAMIC_DNS carry authorization filters although they lead outwards, with
 * the policies that select the sidecar, of the service's namespace too.
 * istiod 1.30 pilot/pkg/networking/core/networkfilter.go: buildCompleteNetworkFilters
 */
export function forwardedAnswer(mesh: Mesh, config: ProxyConfig): ForwardedAnswer {
  const { proxy, scope, world } = config;
  const inForce = new Map<Resource, ConsideredPolicy>();
  const found: ExtAuthzFilter[] = [];
  const concerned =
    mesh.features.dynamicDnsClusters && mesh.customPolicies.any && scope.services.some(isDynamicWildcard);
  const chains = concerned ? forwardedChains(mesh, config) : [];
  for (const [service, ofService] of groupBy(chains, ({ service }) => service)) {
    const policies = mesh.customPolicies.considered(proxy, service).filter(({ outcome }) => outcome === 'in-force');
    for (const policy of policies) inForce.set(policy.object, policy);
    const on = ofService.map(({ name }) => name);
    for (const filter of extAuthzFilters(policies, world.providers, new Set(['tcp']), mesh.features))
      found.push({ ...filter, on });
  }
  return { inForce: [...inForce.values()], filters: found };
}

/** Chains that a TLS route takes the place of carry none. */
function forwardedChains(mesh: Mesh, config: ProxyConfig): { name: string; service: Service }[] {
  return [...outboundListenersOf(mesh, config).values()].flatMap((listener) =>
    listener.chains.flatMap((chain) => {
      const service = listener.origins.get(chain)?.service;
      if (!service || !isDynamicWildcard(service)) return [];
      if (!('targets' in chain.leads) || chain.leads.targets.some(({ kind }) => kind !== 'default')) return [];
      return [{ name: `${listenerName(listener)} ${service.hostname}`, service }];
    }),
  );
}
