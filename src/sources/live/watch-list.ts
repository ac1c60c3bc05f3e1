import { setTimeout as sleep } from 'node:timers/promises';
import type { Resource } from '../../model/resource.js';
import { ApiFailure } from './api-failure.js';
import type { GetJson } from './get-json.js';
import { listOptions } from './kind-requests.js';
import { listPages } from './list-pages.js';
import { toResource } from './to-resource.js';
import type { Transport } from './transport.js';
import { keyOf, put, type WatchedList, type WatchStore } from './watch-store.js';
import { watchStream, type WatchEvent } from './watch-stream.js';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

export interface WatchHandlers {
  changed: () => void;
  /** The connection of this list is lost, or there again. */
  state: (path: string, why: string | undefined) => void;
}

/** Keeps one list current until the signal ends it: watches, goes on after a break, lists again when too much was missed. */
export async function watchList(
  path: string,
  store: WatchStore,
  transport: Transport,
  /** Passes through the store. */
  get: GetJson,
  { changed, state }: WatchHandlers,
): Promise<void> {
  let failures = 0;
  while (!transport.signal?.aborted) {
    try {
      for await (const event of watchStream(
        transport,
        watchPath(store.lists.get(path)!),
        watchAccept(store.lists.get(path)!),
        () => state(path, undefined),
      )) {
        failures = 0;
        if (apply(store.lists.get(path)!, event)) changed();
      }
    } catch (error) {
      if (transport.signal?.aborted) return;
      const failure = error instanceof ApiFailure ? error : new ApiFailure((error as Error).message);
      // Not allowed to watch: what was listed stands, and the header says so.
      if (failure.status === 403 || failure.status === 405) {
        state(path, `may not watch ${store.lists.get(path)!.info.plural}`);
        return;
      }
      if (failure.status === 410 && (await listAgain(path, store, get, state))) {
        changed();
        continue;
      }
      if (failure.status !== 410) state(path, failure.message);
      await pause(failures++, transport.signal);
    }
  }
}

async function listAgain(
  path: string,
  store: WatchStore,
  get: GetJson,
  state: WatchHandlers['state'],
): Promise<boolean> {
  try {
    const { info, version } = store.lists.get(path)!;
    await listPages(get, path, (item) => toResource(item, info, version), listOptions(info));
    return true;
  } catch (error) {
    state(path, (error as Error).message);
    return false;
  }
}

/** Longer each time, and not all lists at once. */
async function pause(failures: number, signal: AbortSignal | undefined): Promise<void> {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + Math.random() / 2);
  await sleep(wait, undefined, signal ? { signal } : {}).catch(() => undefined);
}

function watchPath({ path, info, resourceVersion }: WatchedList): string {
  const query = new URLSearchParams({ watch: 'true', allowWatchBookmarks: 'true', resourceVersion });
  const { labelSelector, fieldSelector } = listOptions(info);
  if (labelSelector) query.set('labelSelector', labelSelector);
  if (fieldSelector) query.set('fieldSelector', fieldSelector);
  return `${path}?${query.toString()}`;
}

function watchAccept({ info }: WatchedList): string {
  const { accept = 'application/json' } = listOptions(info);
  return accept.replace('PartialObjectMetadataList', 'PartialObjectMetadata');
}

/** Whether an object changed. Throws on an error event; 410 means that too much was missed. */
function apply(list: WatchedList, { type, object }: WatchEvent): boolean {
  if (type === 'ERROR') {
    const { code, message } = object as { code?: number; message?: string };
    throw new ApiFailure(message ?? 'the watch failed', code === undefined ? {} : { status: code });
  }
  const { metadata } = object as unknown as { metadata?: { resourceVersion?: string } };
  if (metadata?.resourceVersion) list.resourceVersion = metadata.resourceVersion;
  if (type === 'BOOKMARK') return false;
  const resource: Resource = toResource(object, list.info, list.version);
  if (type === 'DELETED') return list.objects.delete(keyOf(resource));
  put(list.objects, resource);
  return true;
}
