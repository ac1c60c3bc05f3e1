import type { ReadFlags } from '../loaded.js';
import type { ClusterConnection } from './cluster-connections.js';
import { getJson, type GetJson } from './get-json.js';
import { transportFor } from './transport-for.js';
import type { Transport } from './transport.js';
import { WatchStore } from './watch-store.js';

/** A Kubernetes cluster that answers, or is about to. */
export interface LiveCluster {
  connection: ClusterConnection;
  transport: Transport;
  get: GetJson;
  /** Remembers what passes through `get`, for a mesh that is followed. */
  store?: WatchStore;
}

/** Runs credential plugins; asks nothing yet. Throws ReadError. */
export async function connect(
  connection: ClusterConnection,
  flags: ReadFlags,
  signal: AbortSignal,
  followed: boolean,
): Promise<LiveCluster> {
  const transport = await transportFor(connection, flags, signal);
  const get = getJson(transport);
  if (!followed) return { connection, transport, get };
  const store = new WatchStore();
  return { connection, transport, get: store.through(get), store };
}
