import type { Resource } from '../../model/resource.js';
import { findIstiods } from '../control-plane/find-istiods.js';
import { knownVariables } from './known-variables.js';

/** By `namespace/name` of every ConfigMap that an istiod's environment names: the keys that known variables are taken from. */
export function referencedKeys(resources: readonly Resource[]): Map<string, Set<string>> {
  const known = knownVariables();
  const keys = new Map<string, Set<string>>();
  const note = (id: string, key?: string): void => {
    const noted = keys.get(id) ?? new Set();
    keys.set(id, key === undefined ? noted : noted.add(key));
  };
  for (const { namespace, container } of findIstiods(resources)) {
    for (const { name, valueFrom } of container.env ?? []) {
      const { name: configMap, key } = valueFrom?.configMapKeyRef ?? {};
      if (configMap !== undefined) note(`${namespace}/${configMap}`, known.has(name) ? key : undefined);
    }
    for (const { configMapRef } of container.envFrom ?? []) note(`${namespace}/${configMapRef?.name ?? ''}`);
  }
  return keys;
}
