import type { ObjectMeta, Resource } from '../../model/resource.js';
import type { KindInfo } from '../kinds.js';
import { redactPod } from '../snapshot/redact-pod.js';

/** Written by clients for themselves, and often larger than the object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

interface StoredMeta extends ObjectMeta {
  managedFields?: unknown;
}

/** An item of a list as the snapshot holds it: typed (lists leave the type out), without bookkeeping. */
export function toResource(item: unknown, { group, kind }: KindInfo, version: string): Resource {
  const object = item as Resource & { metadata: StoredMeta };
  delete object.metadata.managedFields;
  if (object.metadata.annotations) delete object.metadata.annotations[LAST_APPLIED];
  const typed = { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind };
  // Pods are the bulk of a mesh, and the API gives all of them or names alone.
  return kind === 'Pod' ? redactPod(typed) : typed;
}
