import type { ReadFlags } from '../loaded.js';
import type { ClusterConnection } from './cluster-connections.js';
import { connect, type LiveCluster } from './live-cluster.js';
import { istiodsOf } from './read-istiods.js';

export interface ConfigFirst {
  config: LiveCluster;
  others: ClusterConnection[];
}

/**
 * Which of the clusters is the config cluster: the first that istiod runs in, as the user names them; the first of all where
 * none says so, as with an istiod outside. One cluster is not asked.
 */
export async function configFirst(
  connections: readonly ClusterConnection[],
  flags: ReadFlags,
  signal: AbortSignal,
  followed: boolean,
): Promise<ConfigFirst> {
  const chosen = connections.length > 1 ? await withIstiod(connections, flags, signal) : connections[0]!;
  return {
    config: await connect(chosen, flags, signal, followed),
    others: connections.filter((connection) => connection !== chosen),
  };
}

async function withIstiod(
  connections: readonly ClusterConnection[],
  flags: ReadFlags,
  signal: AbortSignal,
): Promise<ClusterConnection> {
  for (const connection of connections) {
    try {
      const { get } = await connect(connection, flags, signal, false);
      if ((await istiodsOf(get, flags)).length > 0) return connection;
    } catch {
      // Reading it says what is wrong, where that matters.
      signal.throwIfAborted();
    }
  }
  return connections[0]!;
}
