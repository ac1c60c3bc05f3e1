import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import type { AuthorizationPolicy } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import type { Service } from '../../model/service.js';
import { fieldOf, type FieldRef } from '../../model/resource.js';
import { byObjectCreation } from '../../registry/creation-order.js';
import { attachmentOf, type PolicyOutcome } from '../../scope/policy-attachment.js';
import { goBool } from '../../model/go-bool.js';
import { add } from '../../model/group.js';

/** A CUSTOM policy and what decides whether it holds for a proxy. */
export interface CustomPolicy {
  object: AuthorizationPolicy;
  /** The name under which the mesh config should have the provider. */
  provider: string;
  dryRun: boolean;
  by: FieldRef;
}

export interface ConsideredPolicy extends CustomPolicy {
  outcome: PolicyOutcome;
}

/** The CUSTOM policies of a mesh, oldest first. */
export class CustomPolicies {
  readonly #byNamespace = new Map<string, CustomPolicy[]>();
  readonly #rootNamespace: string;
  readonly #features: Features;

  /** istiod 1.28 pilot/pkg/model/authorization.go: GetAuthorizationPolicies */
  constructor(objects: readonly AuthorizationPolicy[], { meshConfig }: ControlPlane, features: Features) {
    this.#rootNamespace = meshConfig.rootNamespace;
    this.#features = features;
    for (const object of [...objects].sort(byObjectCreation)) {
      if (!isCustom(object)) continue;
      add(this.#byNamespace, object.metadata.namespace ?? 'default', {
        object,
        provider: object.spec?.provider?.name ?? '',
        dryRun: goBool(object.metadata.annotations?.['istio.io/dry-run']) ?? false,
        by: fieldOf(object, 'spec.provider.name'),
      });
    }
  }

  get any(): boolean {
    return this.#byNamespace.size > 0;
  }

  /** Whether any policy of the mesh names a provider. */
  names(provider: string): boolean {
    return [...this.#byNamespace.values()].some((policies) => policies.some((policy) => policy.provider === provider));
  }

  /**
   * The policies of the root namespace and the proxy's own, at a waypoint also those of the service whose chain it is, each
   * with what became of it. istiod 1.28 …: ListAuthorizationPolicies
   */
  considered(proxy: Proxy, service?: Service): ConsideredPolicy[] {
    const namespaces = new Set([this.#rootNamespace, proxy.namespace, ...(service ? [service.namespace] : [])]);
    const place = { rootNamespace: this.#rootNamespace, ...(service && { service }) };
    return [...namespaces]
      .flatMap((namespace) => this.#byNamespace.get(namespace) ?? [])
      .map((policy) => ({ ...policy, outcome: attachmentOf(policy.object, proxy, this.#features, place) }));
  }

  /** Those that hold for the proxy, in istiod's order: the root namespace's first. */
  inForce(proxy: Proxy): CustomPolicy[] {
    return this.considered(proxy).filter(({ outcome }) => outcome === 'in-force');
  }
}

function isCustom({ spec }: AuthorizationPolicy): boolean {
  return spec?.action === 'CUSTOM' || spec?.action === 3;
}
