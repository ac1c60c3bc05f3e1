import type { FieldRef } from '../model/resource.js';
import { distinct } from '../model/distinct.js';
import type { Cluster } from '../xds/cluster.js';
import type { AddedCluster } from '../xds/envoy-filters/cluster-patches.js';

/** What EnvoyFilters change in the clusters of a host, and which of them adds a cluster of that name. */
export function patchNotes(host: string, clusters: readonly Cluster[], added: readonly AddedCluster[]): string[] {
  const changed = clusters.flatMap(({ name, type, patchedBy = [] }) =>
    patchedBy.map((by) => `${filterText(by)} changes its cluster, which is sent as ${name} (${type}).`),
  );
  const own = added
    .filter(({ name }) => name === host)
    .map(
      ({ name, type, by }) =>
        `${filterText(by)} adds a cluster ${name} (${type}): it belongs to no host of the registry.`,
    );
  return distinct([...changed, ...own]);
}

export function filterText({ namespace, name }: FieldRef): string {
  return `EnvoyFilter ${namespace}/${name}`;
}
