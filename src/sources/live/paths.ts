import type { KindInfo } from '../kinds.js';

/** The path of a list; of one namespace when it is given. */
export function listPath({ group, plural }: KindInfo, version: string, namespace?: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const within = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${within}/${plural}`;
}
