import type { Features } from '../model/features.js';
import { apiGroup, type Resource } from '../model/resource.js';

const CUSTOM = /(^|\.)(istio\.io|gateway\.networking\.k8s\.io|x-k8s\.io)$/;

/**
 * The name of an object's CRD when istiod is told not to read it; undefined for what it reads.
 * istiod 1.31 pkg/kube/kclient/crdwatcher.go: filterPilotResources
 */
export function ignoredCrd(resource: Resource, { ignoredCrds, includedCrds }: Features): string | undefined {
  if (ignoredCrds.length === 0) return undefined;
  const group = apiGroup(resource);
  if (!CUSTOM.test(group)) return undefined;
  const name = `${pluralOf(resource.kind)}.${group}`;
  return named(name, ignoredCrds) && !named(name, includedCrds) ? name : undefined;
}

/** A star and a dot at the start stand for any start, the dot not asked. */
function named(name: string, filters: readonly string[]): boolean {
  return filters.some((filter) => (filter.startsWith('*.') ? name.endsWith(filter.slice(2)) : name === filter));
}

/** As Kubernetes forms it. k8s.io/apimachinery pkg/api/meta/restmapper.go: UnsafeGuessKindToResource */
function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (name.endsWith('s')) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
