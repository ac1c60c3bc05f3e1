import { assemble } from '../assemble.js';
import type { Follower } from '../following.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import { ApiFailure } from './api-failure.js';
import { connectionFor } from './connection.js';
import { explainFailure } from './explain-failure.js';
import { getJson } from './get-json.js';
import { readConfigMaps } from './read-config-maps.js';
import { readMesh } from './read-live.js';
import { transportFor } from './transport-for.js';
import { watchList } from './watch-list.js';
import { WatchStore } from './watch-store.js';

/** Changes come in bursts: a rollout touches Pods, EndpointSlices and ReplicaSets together. */
const SETTLE_MS = 500;

/** Reads the mesh like `readLive`, then keeps it current until the signal ends it. */
export async function watchLive(flags: ReadFlags, options: ReadOptions, follower: Follower): Promise<Loaded> {
  const connection = connectionFor(flags, options);
  const signal = options.signal ?? new AbortController().signal;
  const transport = await transportFor(connection, flags, signal);
  const get = getJson(transport);
  const store = new WatchStore();
  const loaded = await readMesh(store.through(get), connection, flags, options).catch((error: unknown) => {
    throw error instanceof ApiFailure ? explainFailure(error, connection) : error;
  });
  const again = settled(async () => {
    await store.readNamed(get);
    const resources = store.resources;
    const configMaps = await readConfigMaps(get, resources, flags);
    follower.changed(
      await assemble({
        resources: [...resources, ...configMaps.flatMap((one) => one.resources)],
        ground: { ...loaded.snapshot.ground, takenAt: new Date().toISOString() },
        namespace: connection.namespace,
        gaps: loaded.snapshot.gaps,
        notes: [],
        locate: () => undefined,
        flags,
      }),
    );
  }, follower.lost);
  const report = combined(follower);
  for (const path of store.lists.keys()) void watchList(path, store, transport, get, { changed: again, state: report });
  follower.watching();
  return loaded;
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
