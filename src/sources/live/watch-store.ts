import type { Resource } from '../../model/resource.js';
import type { KindInfo } from '../kinds.js';
import { ApiFailure } from './api-failure.js';
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

/** Remembers what passes through a reader, so that a watch can go on where each list ended. */
export class WatchStore {
  readonly #passing = new Map<string, PassingList>();
  readonly #lists = new Map<string, WatchedList>();
  /** Objects that were read by their names, by path: where the list is refused they cannot be watched. */
  readonly #named = new Map<string, Found & { object: Resource }>();

  /** A reader that reads as before. The objects of its lists are taken once it has made them: it does so in place. */
  through(get: GetJson): GetJson {
    return async (path, options) => {
      const body = await get(path, options);
      const [bare = '', query = ''] = path.split('?');
      const kind = kindOf(query.includes('limit=') ? bare : '');
      if (kind) this.#pass(bare, kind, new URLSearchParams(query).get('continue') ?? '', body);
      const named = query === '' ? kindOf(bare.slice(0, bare.lastIndexOf('/'))) : undefined;
      if (named) this.#named.set(path, { ...named, object: body as unknown as Resource });
      return body;
    };
  }

  get lists(): ReadonlyMap<string, WatchedList> {
    for (const [path, { pages, ...list }] of this.#passing) {
      const whole = wholeList(pages);
      if (!whole) continue;
      const objects = new Map<string, Resource>();
      for (const { items } of whole) for (const object of items ?? []) put(objects, object as Resource);
      this.#lists.set(path, { ...list, resourceVersion: whole.at(-1)?.metadata?.resourceVersion ?? '', objects });
      this.#passing.delete(path);
    }
    return this.#lists;
  }

  get resources(): Resource[] {
    const listed = [...this.lists.values()].flatMap(({ objects }) => [...objects.values()]);
    return [...listed, ...[...this.#named.values()].map(({ object }) => object)];
  }

  /** Asks again for what was read by name; what cannot be had now stays as it was, unless it is gone. */
  async readNamed(get: GetJson): Promise<void> {
    for (const [path, found] of this.#named) {
      try {
        this.#named.set(path, { ...found, object: toResource(await get(path), found.info, found.version) });
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (error.status === 404) this.#named.delete(path);
      }
    }
  }

  #pass(path: string, { info, version }: Found, token: string, page: ListPage): void {
    let list = this.#passing.get(path);
    if (!list) this.#passing.set(path, (list = { path, info, version, pages: new Map() }));
    list.pages.set(token, page);
  }
}

/** A list of which pages may still come. */
interface PassingList extends Omit<WatchedList, 'objects' | 'resourceVersion'> {
  /**
   * By the token that asked for them. They come in any order, being asked for ahead; some belong to a reading that was given
   * up, so that no other page leads to them.
   */
  pages: Map<string, ListPage>;
}

/** The pages in their order; undefined while one is missing. */
function wholeList(pages: ReadonlyMap<string, ListPage>): ListPage[] | undefined {
  const whole: ListPage[] = [];
  let page = pages.get('');
  while (page && whole.length < pages.size) {
    whole.push(page);
    const { continue: token = '' } = page.metadata ?? {};
    if (token === '') return whole;
    page = pages.get(token);
  }
  return undefined;
}

export function put(objects: Map<string, Resource>, object: Resource): void {
  objects.set(keyOf(object), object);
}

export function keyOf({ metadata }: Resource): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
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
