import type { ObjectMeta, Resource } from '../../model/resource.js';
import { kindInfo } from '../kinds.js';
import { ReadError } from '../read-error.js';

interface Typed {
  apiVersion: string;
  kind: string;
  metadata?: unknown;
}

/** The object as the snapshot holds it; undefined for what must not be kept or cannot matter. */
export function asResource(object: Typed, at: string): Resource | undefined {
  const { apiVersion, kind } = object;
  if (apiVersion === 'v1' && kind === 'Secret') return undefined;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const known = kindInfo(group, kind);
  const isIstio = group.endsWith('istio.io');
  const metadata = metadataOf(object.metadata);
  if (typeof metadata.name !== 'string' || metadata.name === '') {
    // Kustomization and the like need no name.
    if (!known && !isIstio) return undefined;
    throw new ReadError(`${at}: ${kind} without a name: metadata.name must be text.`);
  }
  if (typeof (metadata.namespace ?? '') !== 'string') {
    throw new ReadError(`${at}: ${kind} ${metadata.name}: metadata.namespace must be text.`);
  }
  if (!metadata.namespace && (known?.namespaced ?? isIstio)) metadata.namespace = 'default';
  return { ...object, metadata };
}

/** managedFields say who wrote a field; they are often the larger half of an object. */
function metadataOf(value: unknown): ObjectMeta {
  const kept = { ...(value as ObjectMeta & { managedFields?: unknown }) };
  delete kept.managedFields;
  return kept;
}
