import { buffer } from 'node:stream/consumers';
import { isMapping } from '../../model/mapping.js';
import { isRegistryz, type RegistryzPage, type RegistryzRow } from '../../model/registryz.js';
import type { ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import type { FileDocument } from './document.js';
import { listFiles, type Sought } from './list-files.js';
import { parseText } from './parse-text.js';
import { readTexts, type NamedText } from './read-text.js';

const FETCH =
  'Fetch it with `kubectl exec -n istio-system deploy/istiod -- pilot-discovery request GET /debug/registryz`, or `istioctl x internal-debug registryz`.';

/** `istioctl bug-report` writes the page of each istiod to a file of this name. */
const PAGES: Sought = {
  has: (path) => /(^|\/)debug\/registryz$/.test(path.replaceAll('\\', '/')),
  text: 'debug/registryz, as a whole `istioctl bug-report` does',
};

/**
 * The registryz pages of a file: one as istiod gives it, several as `istioctl x internal-debug registryz --all` prints them,
 * or those in an `istioctl bug-report`, unpacked or not. Throws ReadError when there is none.
 */
export async function readRegistryz(path: string, options: ReadOptions = {}): Promise<RegistryzPage[]> {
  const stdin = options.stdin ?? (() => buffer(process.stdin));
  const texts: NamedText[] = [];
  for (const request of listFiles(path, PAGES)) {
    texts.push(...(await readTexts(request.path, stdin, PAGES)));
  }
  const pages: RegistryzPage[] = [];
  for (const { label, text } of texts) {
    if (text.trim() === '') throw new ReadError(`${label}: is empty.`, FETCH);
    pages.push(...pagesOf(await parseText(text, label)));
  }
  return pages;
}

function pagesOf([document, another]: readonly FileDocument[]): RegistryzPage[] {
  const { value, file } = document!;
  if (another) throw new ReadError(`${file}: holds several documents, not one registryz page.`, FETCH);
  if (isMapping(value) && Object.values(value).some(isRegistryz)) {
    return Object.entries(value).map(([istiod, rows]) => ({ name: `${file} ${istiod}`, rows: rowsOf(rows, istiod) }));
  }
  return [{ name: file, rows: rowsOf(value, file) }];
}

/** istiod writes `null` for a registry without rows. */
function rowsOf(value: unknown, label: string): RegistryzRow[] {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [];
  if (isRegistryz(value)) return value;
  const what = isMapping(value) && typeof value['kind'] === 'string' ? `but a ${value['kind']}` : 'a list of services';
  throw new ReadError(`${label}: is not istiod's registryz page, ${what}.`, FETCH);
}
