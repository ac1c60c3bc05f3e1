import { assemble, type Found } from '../assemble.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import { ApiFailure } from './api-failure.js';
import { clusterConnections } from './cluster-connections.js';
import { configFirst } from './config-first.js';
import { explainFailure } from './explain-failure.js';
import { LISTED } from './kind-requests.js';
import type { LiveCluster } from './live-cluster.js';
import { looksLikeSeveral } from './looks-like-several.js';
import { readCluster } from './read-cluster.js';
import { readConfigMaps } from './read-config-maps.js';
import { readRemotes, type RemoteRead } from './read-remotes.js';

// Reached by `await import()` only: it loads the Kubernetes client.

/** A live mesh that was read, and the clusters that were read of it, the config cluster first. */
export interface LiveRead {
  found: Found;
  config: LiveCluster;
  remotes: readonly RemoteRead[];
}

/** The mesh that the API holds now. Throws ReadError when the API cannot be used at all; what is missing becomes gaps. */
export async function readLive(flags: ReadFlags, options: ReadOptions = {}): Promise<Loaded> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  try {
    const { found } = await readMesh(flags, options, signal, false);
    return await assemble(found);
  } finally {
    stop.abort();
  }
}

/** All of it, from every Kubernetes cluster that is named; `followed` when lists are to be watched from where they end. */
export async function readMesh(
  flags: ReadFlags,
  options: ReadOptions,
  signal: AbortSignal,
  followed: boolean,
): Promise<LiveRead> {
  const connections = clusterConnections(flags, options);
  const takenAt = new Date().toISOString();
  const { config, others } = await configFirst(connections, flags, signal, followed);
  const isSeveral = connections.length > 1;
  const remotesRead = isSeveral ? readRemotes(config, others, flags, options, signal, followed) : undefined;
  // Whoever fails first is waited for below.
  remotesRead?.catch(() => undefined);
  const ofConfig = await readConfigCluster(config, flags, options, signal);
  const { remotes = [], gaps = [], notes = [] } = (await remotesRead) ?? {};
  const { connection } = config;
  const read = [connection, ...remotes.map((remote) => ({ ...remote.cluster.connection, name: remote.name }))];
  const objects = [ofConfig, ...remotes].reduce((sum, { resources }) => sum + resources.length, 0);
  options.progress?.(`${String(objects)} objects read`);
  const found: Found = {
    resources: ofConfig.resources,
    ...(isSeveral && {
      ...(connection.name !== undefined && { configCluster: connection.name }),
      remotes: remotes.map(({ name, resources }) => ({ name, resources })),
    }),
    ground: { source: 'live', from: read.map(({ name, context }) => (name ? `${name}=${context}` : context)), takenAt },
    namespace: connection.namespace,
    gaps: [...ofConfig.gaps, ...gaps],
    notes: isSeveral ? notes : looksLikeSeveral(ofConfig.resources, connection.context),
    locate: () => undefined,
    flags,
  };
  return { found, config, remotes };
}

async function readConfigCluster(config: LiveCluster, flags: ReadFlags, options: ReadOptions, signal: AbortSignal) {
  const { get, connection } = config;
  try {
    const { resources, gaps } = await readCluster(get, connection, LISTED, flags, options);
    const configMaps = await readConfigMaps(get, resources, flags);
    return {
      resources: [...resources, ...configMaps.flatMap((one) => one.resources)],
      gaps: [...gaps, ...configMaps.flatMap(({ gap }) => gap ?? [])],
    };
  } catch (error) {
    // A user who stopped reading wants no explanation.
    signal.throwIfAborted();
    throw error instanceof ApiFailure ? explainFailure(error, connection) : error;
  }
}
