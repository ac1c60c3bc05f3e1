import { GATEWAY_GROUP } from '../model/gateway-api.js';
import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import { isValidSelector, matchesSelector } from '../model/labels.js';
import type { Reason } from '../model/reason.js';
import { apiGroup, fieldOf, type Resource } from '../model/resource.js';
import type { InvalidValue } from '../model/snapshot.js';
import { add } from '../model/group.js';
import { istiodVariable } from '../model/istiod-variable.js';
import { ignoredCrd } from './ignored-kind.js';

/** What entered istiod, by `Kind` (`Kind.group` for kinds that share a name), and what did not. */
export interface Admitted {
  of<T extends Resource>(kind: string): readonly T[];
  namespaces: ReadonlyMap<string, Resource>;
  /** Whether discoverySelectors let the namespace in. */
  discovers(namespace: string): boolean;
  refused: readonly { resource: Resource; reason: Reason }[];
}

const EMPTY: readonly never[] = [];

/**
 * Lets in what istiod reads: namespaces that discoverySelectors select, and Istio objects of this revision.
 * istiod 1.28 pkg/kube/namespace/filter.go, pilot/pkg/config/kube/crdclient/client.go
 */
export function admit(
  resources: readonly Resource[],
  controlPlane: ControlPlane,
  features: Features,
  invalid: readonly InvalidValue[],
): Admitted {
  const namespaces = new Map<string, Resource>();
  for (const resource of resources) {
    if (resource.kind === 'Namespace') namespaces.set(resource.metadata.name, resource);
  }
  const discovered = discoveredNamespaces(controlPlane, namespaces);
  const refusals = new Map(
    invalid
      .filter(({ refused }) => refused)
      .map((value) => [`${value.at.kind}/${value.at.namespace}/${value.at.name}`, value]),
  );
  const byKind = new Map<string, Resource[]>();
  const refused: { resource: Resource; reason: Reason }[] = [];
  for (const resource of resources) {
    const reason = refusal(resource);
    if (reason) {
      refused.push({ resource, reason });
      continue;
    }
    add(byKind, kindKey(resource), resource);
  }
  return {
    of: <T extends Resource>(kind: string) => (byKind.get(kind) ?? EMPTY) as readonly T[],
    namespaces,
    discovers: (namespace) => !discovered || discovered.has(namespace),
    refused,
  };

  function refusal(resource: Resource): Reason | undefined {
    const namespace = resource.metadata.namespace;
    const istio = apiGroup(resource).endsWith('istio.io');
    const bad = refusals.size > 0 && refusals.get(`${resource.kind}/${namespace ?? ''}/${resource.metadata.name}`);
    if (bad) return { code: 'invalid-object', by: bad.at, args: { message: bad.message } };
    if (discovered && namespace && !discovered.has(namespace) && (!istio || features.discoverySelectorsForConfig)) {
      return {
        code: 'namespace-not-discovered',
        by: { kind: 'Namespace', namespace: '', name: namespace, path: 'metadata.labels' },
        args: { namespace },
      };
    }
    const { watchedNamespace } = features;
    if (watchedNamespace && namespace && namespace !== watchedNamespace) {
      const by = istiodVariable(controlPlane, 'ISTIO_WATCH_NAMESPACE');
      return { code: 'namespace-not-watched', by, args: { watched: watchedNamespace } };
    }
    const crd = ignoredCrd(resource, features);
    if (crd !== undefined) {
      return { code: 'kind-ignored', by: istiodVariable(controlPlane, 'PILOT_IGNORE_RESOURCES'), args: { crd } };
    }
    const revision = resource.metadata.labels?.['istio.io/rev'];
    // Gateways may name a revision by its tags; whoever uses them decides.
    const byRevision = istio || isRouteKind(resource);
    if (byRevision && revision && controlPlane.revision && revision !== controlPlane.revision) {
      return {
        code: 'other-revision',
        by: fieldOf(resource, 'metadata.labels["istio.io/rev"]'),
        args: { revision, own: controlPlane.revision },
      };
    }
    return undefined;
  }
}

/** Undefined when every namespace is discovered. One malformed selector voids them all: a fresh istiod then selects everything. */
function discoveredNamespaces(controlPlane: ControlPlane, namespaces: ReadonlyMap<string, Resource>) {
  const selectors = controlPlane.meshConfig.discoverySelectors ?? [];
  if (selectors.length === 0 || selectors.some((selector) => selector && !isValidSelector(selector))) return undefined;
  const discovered = new Set<string>();
  for (const [name, namespace] of namespaces) {
    const labels = namespace.metadata.labels;
    if (selectors.some((selector) => selector && matchesSelector(selector, labels))) discovered.add(name);
  }
  return discovered;
}

/** Routes and grants are filtered as Istio's kinds are, Gateways are not. */
function isRouteKind(resource: Resource): boolean {
  return apiGroup(resource) === GATEWAY_GROUP && resource.kind !== 'Gateway';
}

function kindKey(resource: Resource): string {
  const group = apiGroup(resource);
  return group === GATEWAY_GROUP ? `${resource.kind}.${group}` : resource.kind;
}
