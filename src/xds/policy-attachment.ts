import { GATEWAY_GROUP } from '../model/gateway-api.js';
import type { Features } from '../model/features.js';
import type { PolicyTarget } from '../model/istio.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import type { Resource } from '../model/resource.js';

/** Policies that choose workloads by labels or name a Gateway: AuthorizationPolicy, Telemetry, … */
export interface AttachablePolicy extends Resource {
  spec?: {
    selector?: { matchLabels?: Record<string, string> } | null;
    targetRef?: PolicyTarget | null;
    targetRefs?: PolicyTarget[];
  };
}

export type PolicyOutcome =
  | 'in-force'
  /** The selector asks for other labels. */
  | 'not-selected'
  /** targetRefs attach policies to gateways and waypoints only. */
  | 'target-needs-gateway'
  /** targetRefs name another gateway, or one of another namespace. */
  | 'other-target'
  /** Waypoints, and gateways where istiod is told so, take policies with targetRefs only. */
  | 'needs-target';

const GATEWAY_NAME = 'gateway.networking.k8s.io/gateway-name';

/** Whether a policy that istiod looks at holds for a proxy. istiod 1.28 pilot/pkg/model/policyattachment.go: ShouldAttachPolicy */
export function attachmentOf(policy: AttachablePolicy, proxy: Proxy, features: Features): PolicyOutcome {
  const targets = targetsOf(policy);
  const bySelector = selects(policy.spec?.selector?.matchLabels, proxy.labels) ? 'in-force' : 'not-selected';
  const gateway = proxy.labels[GATEWAY_NAME];
  if (gateway === undefined) return targets.length > 0 ? 'target-needs-gateway' : bySelector;
  if (targets.length === 0) {
    return proxy.type === 'waypoint' || !features.selectorPoliciesOnGateways ? 'needs-target' : bySelector;
  }
  const local = policy.metadata.namespace === proxy.namespace;
  return local && targets.some((target) => names(target, gateway, proxy)) ? 'in-force' : 'other-target';
}

/** The older, single field counts where the list is empty. */
export function targetsOf({ spec }: AttachablePolicy): readonly PolicyTarget[] {
  return spec?.targetRefs?.length ? spec.targetRefs : spec?.targetRef ? [spec.targetRef] : [];
}

function names({ group = '', kind, name, namespace = '' }: PolicyTarget, gateway: string, proxy: Proxy): boolean {
  if (group !== GATEWAY_GROUP || kind !== 'Gateway' || name !== gateway) return false;
  return namespace === '' || namespace === proxy.namespace;
}
