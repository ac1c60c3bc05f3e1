import { setMaxListeners } from 'node:events';
import type { Resource } from '../../model/resource.js';
import { assemble } from '../assemble.js';
import type { Follower } from '../following.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import type { LiveCluster } from './live-cluster.js';
import { readConfigMaps } from './read-config-maps.js';
import { readMesh } from './read-live.js';
import { watchList } from './watch-list.js';

/** Changes come in bursts: a rollout touches Pods, EndpointSlices and ReplicaSets together. */
const SETTLE_MS = 500;

/** Reads the mesh like `readLive`, then keeps it current until the signal ends it. */
export async function watchLive(flags: ReadFlags, options: ReadOptions, follower: Follower): Promise<Loaded> {
  const signal = options.signal ?? new AbortController().signal;
  // Every list is watched until it ends them all, which Node would take for a leak.
  setMaxListeners(0, signal);
  const { found, config, remotes } = await readMesh(flags, options, signal, true);
  const loaded = await assemble(found);
  const clusters = [config, ...remotes.map((remote) => remote.cluster)];
  const again = settled(async () => {
    await Promise.all(clusters.map(({ store, get }) => store!.readNamed(get)));
    const resources = objectsOf(config);
    const configMaps = await readConfigMaps(config.get, resources, flags);
    follower.changed(
      await assemble({
        ...found,
        resources: [...resources, ...configMaps.flatMap((one) => one.resources)],
        ...(found.remotes && {
          remotes: remotes.map(({ name, cluster }) => ({ name, resources: objectsOf(cluster) })),
        }),
        ground: { ...found.ground, takenAt: new Date().toISOString() },
        notes: [],
      }),
    );
  }, follower.lost);
  const report = combined(follower);
  for (const cluster of clusters) {
    const { context } = cluster.connection;
    const told = (why: string) => (remotes.length > 0 ? `${context}: ${why}` : why);
    const state = (path: string, why: string | undefined) =>
      report(`${context} ${path}`, why === undefined ? undefined : told(why));
    for (const path of cluster.store!.lists.keys())
      void watchList(path, cluster.store!, cluster.transport, cluster.get, { changed: again, state });
  }
  follower.watching();
  return loaded;
}

function objectsOf({ store }: LiveCluster): Resource[] {
  return store!.resources;
}

/** Calls `action` a while after the last call, and not again before it is done; a long action is called more rarely. */
function settled(action: () => Promise<void>, failed: (why: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let took = 0;
  const run = async () => {
    timer = undefined;
    busy = true;
    const start = performance.now();
    await action().catch((error: unknown) => failed((error as Error).message));
    took = performance.now() - start;
    busy = false;
  };
  const call = () => {
    if (timer) return;
    timer = setTimeout(() => void (busy ? ((timer = undefined), call()) : run()), SETTLE_MS + 2 * took);
  };
  return call;
}

/** One state for all lists: lost while any of them is. */
function combined({ lost, watching }: Follower): (path: string, why: string | undefined) => void {
  const broken = new Map<string, string>();
  return (path, why) => {
    const before = broken.size;
    if (why === undefined) broken.delete(path);
    else broken.set(path, why);
    if (before === 0 && broken.size > 0) lost(why!);
    if (before > 0 && broken.size === 0) watching();
  };
}
