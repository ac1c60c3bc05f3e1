import { distinct } from '../../model/distinct.js';
import type { Features } from '../../model/features.js';
import type { ProxyType } from '../../model/proxy.js';
import type { ScopeRecorder } from '../../scope/scope.js';
import { markDuplicates } from '../build-clusters.js';
import type { Cluster } from '../cluster.js';
import type { StaticClusters } from '../static-clusters.js';
import type { AddedCluster, ClusterPatches } from './cluster-patches.js';
import type { PatchContext } from './patches.js';

/** The clusters of a proxy before EnvoyFilters. */
interface BuiltClusters {
  outbound: readonly Cluster[];
  /** By SNI, for AUTO_PASSTHROUGH. */
  sni?: readonly Cluster[];
  /** Those of a waypoint's services, which patches do not reach. */
  inbound?: readonly Cluster[];
  fixed: StaticClusters;
}

interface SentClusters {
  clusters: readonly Cluster[];
  added: readonly AddedCluster[];
  staticClusters: readonly string[];
}

const ADDED_IN: Readonly<Record<ProxyType, readonly PatchContext[]>> = {
  sidecar: ['SIDECAR_OUTBOUND', 'SIDECAR_INBOUND'],
  router: ['GATEWAY'],
  waypoint: ['SIDECAR_INBOUND'],
};

/**
 * The clusters as CDS has them: patched, and with those that EnvoyFilters add.
 * istiod 1.28 pilot/pkg/networking/core/cluster.go: buildClusters
 */
export function sentClusters(
  { outbound, sni = [], inbound = [], fixed }: BuiltClusters,
  type: ProxyType,
  patches: ClusterPatches,
  features: Features,
  recorder?: ScopeRecorder,
): SentClusters {
  const context = type === 'router' ? 'GATEWAY' : 'SIDECAR_OUTBOUND';
  const patched = patches.apply(outbound, context, recorder);
  const patchedOutbound = patched === outbound ? outbound : markDuplicates(patched, features);
  const patchedSni = patches.apply(sni, context);
  const staticClusters = distinct([
    ...patches.applyToNames(fixed.outbound, context),
    ...patches.applyToNames(fixed.inbound, 'SIDECAR_INBOUND'),
  ]).sort();
  const taken = new Set([...staticClusters, ...[...patchedSni, ...inbound].map(({ name }) => name)]);
  const added = ADDED_IN[type].flatMap((where) => {
    const found = patches.added(where, taken);
    for (const { name } of found) taken.add(name);
    return found;
  });
  return {
    clusters: [...patchedOutbound, ...patchedSni, ...inbound],
    added: besideServices(added, patchedOutbound, features),
    staticClusters: [...staticClusters, ...fixed.unpatched],
  };
}

/** One with the name of a service's cluster is sent beside it; before 1.26 it is left out. */
function besideServices(added: readonly AddedCluster[], outbound: readonly Cluster[], features: Features) {
  if (added.length === 0) return added;
  const byName = new Map(outbound.map((cluster) => [cluster.name, cluster]));
  return added.filter(({ name }) => {
    const twin = byName.get(name);
    if (twin && features.keepDuplicateClusters) twin.duplicate = true;
    return !twin;
  });
}
