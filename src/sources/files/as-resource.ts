import type { ObjectMeta, Resource } from '../../model/resource.js';
import { kindInfo } from '../kinds.js';
import { ReadError } from '../read-error.js';
import { placeText, type Place } from './document.js';

interface Typed {
  apiVersion: string;
  kind: string;
  metadata?: unknown;
}

interface StoredMeta extends ObjectMeta {
  managedFields?: unknown;
}

/** The object, made ready for the snapshot in its place; undefined for what must not be kept or cannot matter. */
export function asResource(object: Typed, place: Place): Resource | undefined {
  const { apiVersion, kind } = object;
  if (apiVersion === 'v1' && kind === 'Secret') return undefined;
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  const known = kindInfo(group, kind);
  const matters = known !== undefined || group.endsWith('istio.io');
  const metadata = (object.metadata ?? {}) as StoredMeta;
  if (typeof metadata.name !== 'string' || metadata.name === '') {
    // Kustomization and the like need no name.
    if (!matters) return undefined;
    throw new ReadError(`${placeText(place)}: ${kind} without a name: metadata.name must be text.`);
  }
  if (typeof (metadata.namespace ?? '') !== 'string') {
    throw new ReadError(`${placeText(place)}: ${kind} ${metadata.name}: metadata.namespace must be text.`);
  }
  if (!metadata.namespace && (known?.namespaced ?? matters)) metadata.namespace = 'default';
  // They say who wrote a field, and are often the larger half of an object.
  if (metadata.managedFields !== undefined) delete metadata.managedFields;
  return object as Resource;
}
