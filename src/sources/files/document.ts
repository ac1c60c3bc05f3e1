import type { Resource } from '../../model/resource.js';

/** One value of a file: a document of YAML, or a JSON value. */
export interface FileDocument {
  value: unknown;
  /** As messages name the file. */
  file: string;
  /** First line; absent where the file is one JSON value. */
  line?: number;
  /** Line of a field of this document; absent for JSON. */
  lineOf?: (path: string) => number | undefined;
}

/** An object of a file, and where it came from. */
export interface FileObject {
  resource: Resource;
  place: Place;
  /** The Kubernetes cluster that it is of, in a mesh of several. */
  cluster?: string;
}

/** Where in a document an object stands: the whole, or an item of a list. */
export interface Place {
  document: FileDocument;
  /** The list that holds it. */
  list?: { place: Place; field: string; index: number };
}

/** The path within the document: `items[3].items[0]`. Made when asked for: a mesh has many objects and few faults. */
export function pathOf({ list }: Place): string {
  return list ? `${join(pathOf(list.place), list.field)}[${String(list.index)}]` : '';
}

/** For messages: `mesh.yaml:12`, `mesh.json (items[3])`. */
export function placeText(place: Place): string {
  const { document } = place;
  const path = pathOf(place);
  const line = path === '' ? document.line : document.lineOf?.(path);
  if (line !== undefined) return `${document.file}:${String(line)}`;
  const file = document.line === undefined ? document.file : `${document.file}:${String(document.line)}`;
  return path === '' ? file : `${file} (${path})`;
}

/** The line of a field of the object at this place. */
export function lineWithin(place: Place, field: string): number | undefined {
  return place.document.lineOf?.(join(pathOf(place), field));
}

function join(prefix: string, path: string): string {
  return prefix === '' || path === '' ? prefix + path : `${prefix}.${path}`;
}
