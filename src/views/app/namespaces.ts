import type { AppState } from './state.js';

/** Those of the keys 1 to 9: visited ones keep their number, so that fingers learn it. */
export function numberedNamespaces({ status }: Pick<AppState, 'status'>): readonly string[] {
  return (status?.namespaces ?? []).slice(0, 9);
}
