import { KEPT_VARIABLES } from '../../model/istiod-environment.js';
import type { Resource } from '../../model/resource.js';
import { findIstiods } from '../control-plane/find-istiods.js';

/** By `namespace/name` of every ConfigMap that an istiod's environment names: the keys that known variables are taken from. */
export function referencedKeys(resources: readonly Resource[]): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  const note = (id: string, key?: string): void => {
    const noted = keys.get(id) ?? new Set();
    keys.set(id, key === undefined ? noted : noted.add(key));
  };
  for (const { namespace, container } of findIstiods(resources)) {
    for (const { name, valueFrom } of container.env ?? []) {
      const { name: configMap, key } = valueFrom?.configMapKeyRef ?? {};
      if (configMap !== undefined) note(`${namespace}/${configMap}`, KEPT_VARIABLES.has(name) ? key : undefined);
    }
    for (const { configMapRef, prefix = '' } of container.envFrom ?? []) {
      const id = `${namespace}/${configMapRef?.name ?? ''}`;
      note(id);
      for (const name of KEPT_VARIABLES) if (name.startsWith(prefix)) note(id, name.slice(prefix.length));
    }
  }
  return keys;
}
