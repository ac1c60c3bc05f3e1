import { isRegistryz } from '../../model/registryz.js';
import { ReadError } from '../read-error.js';
import { asResource } from './as-resource.js';
import { placeText, type FileDocument, type FileObject, type Place } from './document.js';
import { isMeshLine, meshClusters } from './mesh-line.js';

const TEMPLATE_HINT = 'Pass only manifests; a Helm chart must be rendered first, with `helm template`.';

/** The type that a list gives to items without one. */
interface ItemType {
  apiVersion: string;
  kind: string;
}

/** The objects of a document: itself, or the items of a List, also of Lists inside it. */
export function toObjects(document: FileDocument): FileObject[] {
  const out: FileObject[] = [];
  const place = { document };
  const { value } = document;
  if (isMeshLine(value)) {
    for (const { name, field, resources } of meshClusters(value, document.file)) {
      const ofCluster: FileObject[] = [];
      addItems(resources, field, place, ofCluster);
      for (const object of ofCluster) out.push(name === undefined ? object : { ...object, cluster: name });
    }
  } else if (isRegistryz(value)) {
    throw new ReadError(
      `${document.file}: istiod's registryz page: it holds services, and no objects that they come from.`,
      `Compare it with what the objects make: \`registry --against ${document.file}\`.`,
    );
  } else if (Array.isArray(value)) addItems(value, '', place, out);
  else addObjects(value, place, out);
  return out;
}

function addItems(
  items: readonly unknown[],
  field: string,
  place: Place,
  out: FileObject[],
  itemType?: ItemType,
): void {
  for (let index = 0; index < items.length; index++) {
    addObjects(items[index], { document: place.document, list: { place, field, index } }, out, itemType);
  }
}

function addObjects(value: unknown, place: Place, out: FileObject[], itemType?: ItemType): void {
  // `---` twice in a row, or a template that rendered to nothing.
  if (value === null || value === undefined) return;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ReadError(`${placeText(place)}: not a Kubernetes object, but ${describe(value)}.`);
  }
  // The value was made by parsing and belongs to nobody else.
  const object = value as Record<string, unknown>;
  object.apiVersion ??= itemType?.apiVersion;
  object.kind ??= itemType?.kind;
  const { apiVersion, kind, items } = object;
  if (!isName(apiVersion) || !isName(kind)) {
    throw new ReadError(`${placeText(place)}: not a Kubernetes object: ${missingType(object)}.`, TEMPLATE_HINT);
  }
  if (kind.endsWith('List') && (Array.isArray(items) || items === null)) {
    // The API leaves out the type of the items of a PodList.
    const inner = kind === 'List' ? undefined : { apiVersion, kind: kind.slice(0, -'List'.length) };
    addItems(items ?? [], 'items', place, out, inner);
    return;
  }
  const resource = asResource(object as Record<string, unknown> & ItemType, place);
  if (resource) out.push({ resource, place });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function missingType(object: Record<string, unknown>): string {
  const missing = ['apiVersion', 'kind'].filter((field) => object[field] === undefined || object[field] === '');
  return missing.length > 0 ? `no ${missing.join(' and no ')}` : 'apiVersion and kind must be text';
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'a number' : 'a truth value';
}
