import type { Mesh } from '../mesh.js';
import type { ProxyConfig } from '../world.js';
import { listenerPatches } from '../envoy-filters/references.js';
import { chainsOf } from '../routes/proxy-listeners.js';
import type { ConsideredPolicy } from './custom-policies.js';
import { extAuthzFilters, type Chain, type ExtAuthzFilter } from './filters.js';
import { forwardedAnswer } from './forwarded-answer.js';
import { waypointAnswer } from './waypoint-answer.js';
import { handWrittenFilters, type HandWrittenFilter } from './hand-written.js';

/** What CUSTOM policies do at one proxy, and by which chain of facts. */
export interface ExtAuthzAnswer {
  /** Every CUSTOM policy that was looked at, in istiod's order, with what became of it. */
  considered: readonly ConsideredPolicy[];
  /** The kinds of chain that the proxy's listeners have. */
  chains: ReadonlySet<Chain>;
  filters: readonly ExtAuthzFilter[];
  /** Filters that EnvoyFilters add beside them. */
  handWritten: readonly HandWrittenFilter[];
}

export function extAuthzOf(mesh: Mesh, config: ProxyConfig): ExtAuthzAnswer {
  const chains = chainsOf(mesh, config);
  const patches = listenerPatches(config.patches, config.proxy.type);
  const handWritten = handWrittenFilters(patches).filter(({ chain }) => chains.has(chain));
  if (config.proxy.type === 'waypoint') return { ...waypointAnswer(mesh, config), chains, handWritten };
  const considered = mesh.customPolicies.considered(config.proxy);
  const inForce = considered.filter(({ outcome }) => outcome === 'in-force');
  const filters = extAuthzFilters(inForce, config.world.providers, chains, mesh.features);
  const forwarded = forwardedAnswer(mesh, config);
  const known = new Set(considered.map(({ object }) => object));
  return {
    considered: [...considered, ...forwarded.inForce.filter(({ object }) => !known.has(object))],
    chains,
    filters: [...filters, ...forwarded.filters],
    handWritten,
  };
}
