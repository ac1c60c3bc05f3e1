import { GATEWAY_GROUP, GATEWAY_NAME } from '../model/gateway-api.js';
import type { Features } from '../model/features.js';
import type { PolicyTarget } from '../model/istio.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import { isKubernetes, type Service } from '../model/service.js';
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

/** Where a waypoint looks for policies: at a filter chain of one service, or of traffic to workloads. */
export interface PolicyPlace {
  /** Policies for the class of all waypoints count there. */
  rootNamespace?: string;
  service?: Service;
}

const WAYPOINT_CLASS = 'istio-waypoint';
const ISTIO_NETWORKING = 'networking.istio.io';

/** Whether a policy that istiod looks at holds for a proxy. istiod 1.28 pilot/pkg/model/policyattachment.go: ShouldAttachPolicy */
export function attachmentOf(
  policy: AttachablePolicy,
  proxy: Proxy,
  features: Features,
  place: PolicyPlace = {},
): PolicyOutcome {
  const targets = targetsOf(policy);
  const bySelector = selects(policy.spec?.selector?.matchLabels, proxy.labels) ? 'in-force' : 'not-selected';
  const gateway = proxy.labels[GATEWAY_NAME];
  if (gateway === undefined) return targets.length > 0 ? 'target-needs-gateway' : bySelector;
  if (targets.length === 0) {
    return proxy.type === 'waypoint' || !features.selectorPoliciesOnGateways ? 'needs-target' : bySelector;
  }
  const classPlace = features.waypointClassTargets ? place : { ...(place.service && { service: place.service }) };
  return targets.some((target) => names(target, policy, gateway, proxy, classPlace)) ? 'in-force' : 'other-target';
}

/** The older, single field counts where the list is empty. */
export function targetsOf({ spec }: AttachablePolicy): readonly PolicyTarget[] {
  return spec?.targetRefs?.length ? spec.targetRefs : spec?.targetRef ? [spec.targetRef] : [];
}

function names(
  target: PolicyTarget,
  { metadata }: AttachablePolicy,
  gateway: string,
  proxy: Proxy,
  place: PolicyPlace,
): boolean {
  const { group = '', kind, name, namespace = '' } = target;
  if (proxy.type === 'waypoint') {
    if (place.service && namesService(target, metadata.namespace, place.service)) return true;
    const isClass = group === GATEWAY_GROUP && kind === 'GatewayClass' && name === WAYPOINT_CLASS;
    if (isClass && metadata.namespace === place.rootNamespace) return true;
  }
  if (metadata.namespace !== proxy.namespace) return false;
  if (group !== GATEWAY_GROUP || kind !== 'Gateway' || name !== gateway) return false;
  return namespace === '' || namespace === proxy.namespace;
}

/** By the name of the object, in the policy's own namespace. */
function namesService({ group = '', kind, name }: PolicyTarget, namespace: string | undefined, service: Service) {
  const of = isKubernetes(service) ? 'Service' : `ServiceEntry.${ISTIO_NETWORKING}`;
  const asked = group === '' || group === 'core' ? kind : `${kind ?? ''}.${group}`;
  return asked === of && name === service.source.metadata.name && namespace === service.namespace;
}
