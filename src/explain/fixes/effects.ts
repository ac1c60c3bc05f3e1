import { groupBy } from '../../model/group.js';
import type { Proxy } from '../../model/proxy.js';
import { FIRST } from '../../model/undetermined.js';
import type { Mesh } from '../../xds/mesh.js';
import { clusterSignature } from '../cluster-signature.js';
import { likeness, selectsByTopology } from '../likeness.js';
import { placeOf, type Change } from './change.js';

/** What a change does to proxies. */
export interface Effects {
  /** Names of clusters that at least one of them gains or loses. */
  gained: string[];
  lost: string[];
  /** Proxies of which any cluster, its service or its endpoints differ. */
  touched: number;
}

/** Compares what istiod sends before and after; of `hosts` alone where nothing else can differ. */
export function effectsOn(proxies: readonly Proxy[], before: Mesh, after: Mesh, hosts?: ReadonlySet<string>): Effects {
  const gained = new Set<string>();
  const lost = new Set<string>();
  let touched = 0;
  const byTopology = selectsByTopology(before);
  for (const [first, ...alike] of groupBy(proxies, (proxy) => likeness(proxy, byTopology)).values()) {
    const old = clustersOf(before, first!, hosts);
    const now = clustersOf(after, first!, hosts);
    const names = new Set(old.keys());
    for (const name of now.keys()) if (!names.delete(name)) gained.add(name);
    for (const name of names) lost.add(name);
    const differs = old.size !== now.size || [...old].some(([name, signature]) => now.get(name) !== signature);
    if (differs) touched += 1 + alike.length;
  }
  return { gained: [...gained], lost: [...lost], touched };
}

function clustersOf(mesh: Mesh, proxy: Proxy, hosts: ReadonlySet<string> | undefined): Map<string, string> {
  const { clusters } = mesh.world.configOf(proxy, FIRST, undefined, hosts);
  return new Map(clusters.map((cluster) => [cluster.name, clusterSignature(cluster)]));
}

/** Proxies that changes can reach: those of their namespaces and of `proxy`'s; all, when one is made in the root namespace. */
export function proxiesInReach(mesh: Mesh, changes: readonly Change[], proxy?: Proxy): readonly Proxy[] {
  const places = changes.map(placeOf);
  const namespaces = new Set([...(proxy ? [proxy.namespace] : []), ...places.map(({ namespace }) => namespace)]);
  if (namespaces.has(mesh.controlPlane.meshConfig.rootNamespace)) return mesh.proxies;
  return [...namespaces].flatMap((namespace) => mesh.proxiesOf(namespace));
}
