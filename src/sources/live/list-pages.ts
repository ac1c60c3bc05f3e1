import { ApiFailure } from './api-failure.js';
import type { GetJson, GetOptions } from './get-json.js';

const PAGE = 500;
const MAX_RESTARTS = 3;

/** What the API gives of a list, before it is taken as objects. */
export interface ListPage {
  apiVersion?: string;
  kind?: string;
  metadata?: { continue?: string; resourceVersion?: string };
  items?: unknown[] | null;
}

export interface ListOptions extends Omit<GetOptions, 'arrived'> {
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
  for (let asked = askPage(get, path, options, ''); ;) {
    asked.readAhead();
    const page = await asked.page;
    if (!Array.isArray(page.items) && page.items !== null) throw new ApiFailure('the answer is not a list');
    // Page by page and in place: what is not needed of a page is gone before the next comes, and whoever sees pages sees objects.
    const taken = page.items ?? [];
    for (let index = 0; index < taken.length; index++) {
      const object = take(taken[index]);
      taken[index] = object;
      items.push(object);
    }
    options.onPage?.(items.length);
    const token = page.metadata?.continue ?? '';
    if (token === '') return items;
    if (token === asked.token) throw new ApiFailure('the server gives one page of the list for ever');
    asked = asked.next?.token === token ? asked.next : askPage(get, path, options, token);
  }
}

interface AskedPage {
  token: string;
  page: Promise<ListPage>;
  /** Asked for ahead, as long as the list was what it seemed to be. */
  next?: AskedPage;
  /** From now on the next page is asked for as soon as its token is known: one at a time. */
  readAhead: () => void;
}

/** Typed lists tell the token before their items, those of custom resources after them. */
const EARLY_TOKEN = /^[^[]*?"continue":"([^"\\]+)"/;

/** Asks for a page. The server can make the next one while this one is under way and parsed. */
function askPage(get: GetJson, path: string, options: ListOptions, token: string): AskedPage {
  let [isAhead, early] = [true, ''];
  const askNext = () => {
    if (!isAhead && early !== '' && early !== asked.next?.token) asked.next = askPage(get, path, options, early);
  };
  const arrived = (head: string) => {
    early = EARLY_TOKEN.exec(head)?.[1] ?? '';
    askNext();
  };
  const asked: AskedPage = {
    token,
    page: get(queryOf(path, options, token), { ...options, arrived }),
    readAhead: () => {
      isAhead = false;
      askNext();
    },
  };
  // Thrown where the page is waited for, unless another failed before.
  asked.page.catch(() => undefined);
  return asked;
}

function queryOf(path: string, { labelSelector, fieldSelector }: ListOptions, token: string): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (labelSelector) query.set('labelSelector', labelSelector);
  if (fieldSelector) query.set('fieldSelector', fieldSelector);
  if (token) query.set('continue', token);
  return `${path}?${query.toString()}`;
}
