import { ReadError } from '../read-error.js';
import { asResource } from './as-resource.js';
import type { FileDocument, FileObject } from './document.js';
import { isMeshLine, meshResources } from './mesh-line.js';

const TEMPLATE_HINT = 'Pass only manifests; a Helm chart must be rendered first, with `helm template`.';

/** Where in a document we are, and the type that a list gives to items without one. */
interface Place {
  document: FileDocument;
  file: string;
  path: string;
  itemType?: { apiVersion: string; kind: string };
}

/** The objects of a document: itself, or the items of a List, also of Lists inside it. */
export function toObjects(document: FileDocument, file: string): FileObject[] {
  const place = { document, file, path: '' };
  const { value } = document;
  if (isMeshLine(value)) return itemsOf(meshResources(value, document.at), { ...place, path: 'resources' });
  return objectsOf(value, place);
}

function objectsOf(value: unknown, place: Place): FileObject[] {
  // `---` twice in a row, or a template that rendered to nothing.
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return itemsOf(value, place);
  const at = placeText(place);
  if (typeof value !== 'object') throw new ReadError(`${at}: not a Kubernetes object, but ${describe(value)}.`);
  const object: Record<string, unknown> = { ...place.itemType, ...value };
  const { apiVersion, kind, items } = object;
  if (!isName(apiVersion) || !isName(kind)) {
    throw new ReadError(`${at}: not a Kubernetes object: ${missingType(object)}.`, TEMPLATE_HINT);
  }
  if (kind.endsWith('List') && (Array.isArray(items) || items === null)) {
    const inside = { document: place.document, file: place.file, path: join(place.path, 'items') };
    // The API leaves out the type of the items of a PodList.
    const itemType = { apiVersion, kind: kind.slice(0, -'List'.length) };
    return itemsOf(items ?? [], kind === 'List' ? inside : { ...inside, itemType });
  }
  const resource = asResource({ ...object, apiVersion, kind }, at);
  return resource ? [{ resource, file: place.file, at, ...lineWithin(place) }] : [];
}

function itemsOf(items: readonly unknown[], place: Place): FileObject[] {
  return items.flatMap((item, index) => objectsOf(item, { ...place, path: `${place.path}[${String(index)}]` }));
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function placeText({ document, file, path }: Place): string {
  if (path === '') return document.at;
  const line = document.lineOf?.(path);
  return line === undefined ? `${document.at} (${path})` : `${file}:${String(line)}`;
}

function lineWithin({ document, path }: Place): Pick<FileObject, 'lineOf'> {
  const { lineOf } = document;
  return lineOf ? { lineOf: (field) => lineOf(join(path, field)) } : {};
}

function join(prefix: string, path: string): string {
  return prefix === '' || path === '' ? prefix + path : `${prefix}.${path}`;
}

function missingType(object: Record<string, unknown>): string {
  const missing = ['apiVersion', 'kind'].filter((field) => object[field] === undefined || object[field] === '');
  return missing.length > 0 ? `no ${missing.join(' and no ')}` : 'apiVersion and kind must be text';
}

function describe(value: unknown): string {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'a number' : 'a truth value';
}
