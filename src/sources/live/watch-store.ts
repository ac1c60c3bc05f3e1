import type { Resource } from '../../model/resource.js';
import type { KindInfo } from '../kinds.js';
import type { GetJson } from './get-json.js';
import { LISTED } from './kind-requests.js';
import type { ListPage } from './list-pages.js';
import { listPath } from './paths.js';
import { toResource } from './to-resource.js';

/** What one list gave, and what became of it since. */
export interface WatchedList {
  path: string;
  info: KindInfo;
  version: string;
  /** Where a watch goes on. */
  resourceVersion: string;
  objects: Map<string, Resource>;
}

/** Remembers the lists that pass through a reader, so that a watch can go on where each ended. */
export class WatchStore {
  readonly lists = new Map<string, WatchedList>();

  /** A reader that reads as before. */
  through(get: GetJson): GetJson {
    return async (path, accept) => {
      const body = await get(path, accept);
      const [bare = '', query = ''] = path.split('?');
      const kind = query.includes('limit=') ? kindOf(bare) : undefined;
      if (kind) this.#take(bare, kind, new URLSearchParams(query).has('continue'), body);
      return body;
    };
  }

  get resources(): Resource[] {
    return [...this.lists.values()].flatMap(({ objects }) => [...objects.values()]);
  }

  #take(path: string, { info, version }: Found, continues: boolean, page: ListPage): void {
    const known = continues ? this.lists.get(path) : undefined;
    const objects = known?.objects ?? new Map<string, Resource>();
    for (const item of page.items ?? []) put(objects, toResource(copyOf(item), info, version));
    const { resourceVersion = '' } = (page.metadata ?? {}) as { resourceVersion?: string };
    this.lists.set(path, { path, info, version, resourceVersion, objects });
  }
}

export function put(objects: Map<string, Resource>, object: Resource): void {
  objects.set(keyOf(object), object);
}

export function keyOf({ metadata }: Resource): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

/** The reader goes on to change what it reads at its top. */
function copyOf(item: unknown): unknown {
  const object = item as Resource;
  return { ...object, metadata: { ...object.metadata } };
}

interface Found {
  info: KindInfo;
  version: string;
}

const BY_PATH = new Map<string, Found>();

function kindOf(path: string): Found | undefined {
  if (BY_PATH.size === 0) {
    for (const info of LISTED)
      for (const version of info.versions) BY_PATH.set(listPath(info, version), { info, version });
  }
  return BY_PATH.get(path.replace(/\/namespaces\/[^/]+(?=\/)/, ''));
}
