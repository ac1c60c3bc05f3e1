import { ApiFailure } from './api-failure.js';
import type { GetJson } from './get-json.js';

const PAGE = 500;
const MAX_RESTARTS = 3;

/** What the API gives of a list, before it is taken as objects. */
export interface ListPage {
  apiVersion?: string;
  kind?: string;
  metadata?: { continue?: string; resourceVersion?: string };
  items?: unknown[] | null;
}

export interface ListOptions {
  accept?: string;
  labelSelector?: string;
  fieldSelector?: string;
  onPage?: (count: number) => void;
}

/** All items of a list, each as `take` gives it, page by page. A list whose continue token expired (410) starts again: its parts would not fit together. */
export async function listPages<T>(
  get: GetJson,
  path: string,
  take: (item: unknown) => T,
  options: ListOptions = {},
): Promise<T[]> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await onePass(get, path, take, options);
    } catch (error) {
      const expired = error instanceof ApiFailure && error.status === 410;
      if (!expired || restarts >= MAX_RESTARTS) throw error;
    }
  }
}

async function onePass<T>(get: GetJson, path: string, take: (item: unknown) => T, options: ListOptions): Promise<T[]> {
  const items: T[] = [];
  let token = '';
  do {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (options.labelSelector) query.set('labelSelector', options.labelSelector);
    if (options.fieldSelector) query.set('fieldSelector', options.fieldSelector);
    if (token) query.set('continue', token);
    const page = (await get(`${path}?${query.toString()}`, options.accept)) as ListPage;
    if (!Array.isArray(page.items) && page.items !== null) throw new ApiFailure('the answer is not a list');
    // Page by page and in place: what is not needed of a page is gone before the next comes, and whoever sees pages sees objects.
    const taken = page.items ?? [];
    for (let index = 0; index < taken.length; index++) {
      const object = take(taken[index]);
      taken[index] = object;
      items.push(object);
    }
    token = page.metadata?.continue ?? '';
    options.onPage?.(items.length);
  } while (token !== '');
  return items;
}
