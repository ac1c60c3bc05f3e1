import type { ProxyType } from '../../model/proxy.js';
import { fieldOf } from '../../model/resource.js';
import type { ClusterReference } from '../routes/reference.js';
import { isInContext, type Patch } from './patches.js';

const CONTEXTS: Readonly<Record<ProxyType, readonly string[]>> = {
  sidecar: ['SIDECAR_INBOUND', 'SIDECAR_OUTBOUND'],
  router: ['GATEWAY'],
  waypoint: ['WAYPOINT'],
};

/** The patches that add or change something in the listeners and routes of a proxy. */
export function listenerPatches(patches: readonly Patch[], type: ProxyType): Patch[] {
  return patches.filter(
    (patch) =>
      patch.applyTo !== 'CLUSTER' &&
      patch.operation !== 'REMOVE' &&
      patch.value !== undefined &&
      isInContext(patch, CONTEXTS[type]),
  );
}

/** Names of outbound clusters that such patches spell out, wherever they stand. */
export function envoyFilterReferences(patches: readonly Patch[]): ClusterReference[] {
  return patches.flatMap(({ object, path, value, applyTo }) =>
    textsIn(value, `${path}.patch.value`).flatMap(([field, text]) => {
      const [direction, port, subset, host] = text.split('|');
      if (direction !== 'outbound' || subset === undefined || !host) return [];
      const by = fieldOf(object, field);
      return [
        { cluster: text, from: { listener: applyTo, port: Number(port), kind: 'envoy-filter' as const, host, by } },
      ];
    }),
  );
}

function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, i) => textsIn(item, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, `${path}.${key}`));
}
