import type { Gap, InvalidValue } from '../model/snapshot.js';
import { fieldText } from './field-text.js';

/** What could not be read, where, and why. */
export function gapText({ cause, verb, resource, kind, cluster, namespace, readNamespaces, message }: Gap): string {
  const what = cause === 'forbidden' ? `may not ${verb}` : `could not ${verb}`;
  const read = readNamespaces?.length ? ` outside ${readNamespaces.join(', ')}` : '';
  const where = cluster !== undefined && kind !== 'Cluster' ? ` of cluster ${cluster}` : '';
  return `${what} ${resource}${where}${namespace ? ` in namespace ${namespace}` : read}: ${message}`;
}

/** A value that istiod would not take, and what it would. */
export function invalidText({ at, message, allowed }: InvalidValue): string {
  return `${fieldText(at)}: ${message}${allowed ? ` Allowed: ${allowed.join(', ')}.` : ''}`;
}
