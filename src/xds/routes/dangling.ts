import type { ProxyConfig } from '../world.js';
import type { ClusterReference } from './reference.js';
import { add } from '../../model/group.js';

/** A cluster that CDS of the same proxy lacks, with all that names it. */
export interface DanglingCluster {
  cluster: string;
  from: readonly ClusterReference['from'][];
}

/** References that lead nowhere: requests that take them end in 503 (NC). Sorted by cluster. */
export function danglingClusters(
  { clusters, added, staticClusters }: Pick<ProxyConfig, 'clusters' | 'added' | 'staticClusters'>,
  references: readonly ClusterReference[],
): DanglingCluster[] {
  const sent = new Set([...[...clusters, ...added].map(({ name }) => name), ...staticClusters]);
  const missing = new Map<string, ClusterReference['from'][]>();
  for (const { cluster, from } of references) {
    if (!sent.has(cluster)) add(missing, cluster, from);
  }
  return [...missing].sort(([a], [b]) => (a < b ? -1 : 1)).map(([cluster, from]) => ({ cluster, from }));
}
