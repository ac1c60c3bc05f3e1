import type { Cluster } from '../xds/cluster.js';

/** What a question narrows a host to; everything of it when empty. */
export interface Asked {
  port?: number | undefined;
  /** The namespace whose service is meant. */
  namespace?: string | undefined;
  /** The name of a subset, when the question named one. */
  subset?: string | undefined;
}

/** The clusters that a question about a host is about. */
export function askedClusters(
  clusters: readonly Cluster[],
  host: string,
  { port, namespace, subset }: Asked,
): Cluster[] {
  return clusters.filter(
    (cluster) =>
      cluster.service.hostname === host &&
      (port ?? cluster.port) === cluster.port &&
      (subset ?? cluster.subset) === cluster.subset &&
      (namespace ?? cluster.service.namespace) === cluster.service.namespace,
  );
}
