import type { ControlPlane } from '../../model/control-plane.js';
import type { EnvoyFilter } from '../../model/istio.js';
import { selects } from '../../model/labels.js';
import type { Proxy } from '../../model/proxy.js';
import { fieldOf } from '../../model/resource.js';
import { targetsOf } from '../policy-attachment.js';
import type { ClusterReference } from './reference.js';

/** A value that an EnvoyFilter puts into the configuration of a proxy. */
export interface Patch {
  object: EnvoyFilter;
  path: string;
  applyTo: string;
  value: unknown;
}

/**
 * The patches that add or change something in a proxy's listeners and routes. Whether the rest of a patch's conditions is met
 * (listener, filter, route) is not asked.
 * istiod 1.28 pilot/pkg/model/push_context.go: EnvoyFilters, pilot/pkg/networking/core/envoyfilter
 */
export function patchesFor(proxy: Proxy, filters: readonly EnvoyFilter[], { meshConfig }: ControlPlane): Patch[] {
  const contexts = proxy.type === 'sidecar' ? ['SIDECAR_INBOUND', 'SIDECAR_OUTBOUND'] : [CONTEXTS[proxy.type]];
  return filters.flatMap((object) => {
    const namespace = object.metadata.namespace ?? 'default';
    if (namespace !== proxy.namespace && namespace !== meshConfig.rootNamespace) return [];
    if (targetsOf(object).length > 0 || !selects(object.spec?.workloadSelector?.labels, proxy.labels)) return [];
    return (object.spec?.configPatches ?? []).flatMap(({ applyTo = '', match, patch }, i): Patch[] => {
      const context = match?.context ?? 'ANY';
      if (context !== 'ANY' && !contexts.includes(context)) return [];
      if (applyTo === 'CLUSTER' || patch?.operation === 'REMOVE' || patch?.value === undefined) return [];
      return [{ object, path: `spec.configPatches[${i}].patch.value`, applyTo, value: patch.value }];
    });
  });
}

const CONTEXTS = { router: 'GATEWAY', waypoint: 'WAYPOINT' } as const;

/** Names of outbound clusters that patches spell out, wherever they stand. */
export function envoyFilterReferences(patches: readonly Patch[]): ClusterReference[] {
  return patches.flatMap(({ object, path, value, applyTo }) =>
    textsIn(value, path).flatMap(([field, text]) => {
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
