import type { ControlPlane } from '../../model/control-plane.js';
import { isValidSelector, matchesSelector, type LabelSelector } from '../../model/labels.js';
import type { Resource } from '../../model/resource.js';

interface ScopeConfig {
  namespaceSelector?: LabelSelector | null;
  servicesSelector?: LabelSelector | null;
  scope?: string | number;
}

/**
 * Whether other networks may reach a Service through an east-west gateway: the first entry of the mesh config that matches it and
 * its namespace with scope GLOBAL says so. ServiceEntries are never global.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/services.go: matchServiceScope
 */
export function isGlobal(service: Resource, namespace: Resource | undefined, { meshConfig }: ControlPlane): boolean {
  if (service.kind !== 'Service' || !namespace) return false;
  const matches = (selector: LabelSelector | null | undefined, { metadata }: Resource): boolean =>
    !selector || (isValidSelector(selector) && matchesSelector(selector, metadata.labels));
  return ((meshConfig['serviceScopeConfigs'] ?? []) as ScopeConfig[]).some(
    ({ namespaceSelector, servicesSelector, scope }) =>
      (scope === 'GLOBAL' || scope === 1) &&
      matches(namespaceSelector, namespace) &&
      matches(servicesSelector, service),
  );
}
