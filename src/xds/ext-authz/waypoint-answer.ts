import { groupBy } from '../../model/group.js';
import type { Resource } from '../../model/resource.js';
import type { Mesh } from '../mesh.js';
import type { ProxyConfig } from '../world.js';
import { isEastWestGateway } from '../waypoint/east-west.js';
import { waypointChains, type WaypointChain } from '../waypoint/chains.js';
import type { ConsideredPolicy } from './custom-policies.js';
import { extAuthzFilters, type ExtAuthzFilter } from './filters.js';

interface WaypointAnswer {
  considered: readonly ConsideredPolicy[];
  filters: readonly ExtAuthzFilter[];
}

/**
 * What CUSTOM policies do at a waypoint: each service that it owns has filter chains of its own, with the policies that name
 * that service, the waypoint, or all waypoints; traffic to workloads has those of the latter two.
 * istiod 1.28 pilot/pkg/networking/core/listener_waypoint.go: buildWaypointHTTPFilters
 */
export function waypointAnswer(mesh: Mesh, config: ProxyConfig): WaypointAnswer {
  const { proxy, listened = [], world } = config;
  const considered = new Map<Resource, ConsideredPolicy>();
  const alike = new Map<string, { filter: ExtAuthzFilter; on: string[] }>();
  const asksServices = !mesh.features.eastWestIgnoresServicePolicies || !isEastWestGateway(proxy, mesh.features);
  const serviceOf = ({ service }: WaypointChain) => (asksServices ? service : undefined);
  for (const [service, chains] of groupBy(waypointChains(listened, proxy, mesh.features), serviceOf)) {
    const policies = mesh.customPolicies.considered(proxy, service);
    for (const policy of policies) {
      if (considered.get(policy.object)?.outcome !== 'in-force') considered.set(policy.object, policy);
    }
    const inForce = policies.filter(({ outcome }) => outcome === 'in-force');
    const kinds = groupBy(chains, ({ kind }) => kind);
    for (const filter of extAuthzFilters(inForce, world.providers, new Set(kinds.keys()), mesh.features)) {
      const names = kinds.get(filter.chain)!.map(({ name }) => name);
      const key = keyOf(filter);
      const known = alike.get(key);
      if (known) known.on.push(...names);
      else alike.set(key, { filter, on: names });
    }
  }
  return {
    considered: [...considered.values()],
    filters: [...alike.values()].map(({ filter, on }) => ({ ...filter, on })),
  };
}

/** Policies are told apart by their objects; of the same ones a filter does the same. */
function keyOf({ chain, policies, effect }: ExtAuthzFilter): string {
  const names = policies.map(({ object }) => `${object.metadata.namespace ?? ''}/${object.metadata.name}`);
  return JSON.stringify([chain, effect.kind, names, 'provider' in effect ? effect.provider.name : '']);
}
