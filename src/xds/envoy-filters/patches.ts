import type { EnvoyFilter, EnvoyFilterMatch } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import { fieldOf, type FieldRef } from '../../model/resource.js';
import type { Oracle } from '../../model/undetermined.js';
import { proxyMatches } from './proxy-match.js';

/** A patch of an EnvoyFilter that holds for a proxy. */
export interface Patch {
  object: EnvoyFilter;
  /** `spec.configPatches[i]`. */
  path: string;
  /** What it patches: `CLUSTER`, `HTTP_FILTER`, … */
  applyTo: string;
  operation: string;
  match: EnvoyFilterMatch;
  /** Absent for what is removed. */
  value?: unknown;
}

export function patchField({ object, path }: Patch): FieldRef {
  return fieldOf(object, path);
}

/**
 * The patches of the EnvoyFilters that hold for a proxy, in the order in which they are applied. Whether the listener,
 * route or cluster is there that a patch names is another question.
 * istiod 1.28 pilot/pkg/model/envoyfilter.go: convertToEnvoyFilterWrapper
 */
export function patchesOf(
  filters: readonly EnvoyFilter[],
  proxy: Proxy,
  istiodVersion: string,
  oracle: Oracle,
): Patch[] {
  return filters.flatMap((object) =>
    (object.spec?.configPatches ?? []).flatMap(({ applyTo = '', match, patch }, i): Patch[] => {
      if (!patch || !proxyMatches(match?.proxy ?? undefined, proxy, istiodVersion, oracle)) return [];
      const { operation = 'INVALID', value } = patch;
      const path = `spec.configPatches[${i}]`;
      return [{ object, path, applyTo, operation, match: match ?? {}, ...(value !== undefined && { value }) }];
    }),
  );
}

export type PatchContext = 'SIDECAR_OUTBOUND' | 'SIDECAR_INBOUND' | 'GATEWAY';

/** istiod 1.28 pilot/pkg/networking/core/envoyfilter/listener_patch.go: patchContextMatch */
export function isInContext({ match }: Patch, contexts: readonly string[]): boolean {
  return isAnyContext(match) || contexts.includes(match.context!);
}

export function isAnyContext({ context = 'ANY' }: EnvoyFilterMatch): boolean {
  return context === 'ANY';
}
