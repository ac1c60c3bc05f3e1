import type { Subset, TrafficPolicy } from '../model/istio.js';
import { subsetOf, type MergedRule } from '../scope/destination-rules.js';

/**
 * The policy that holds for a port: an entry for the port replaces the whole policy of its level.
 * istiod 1.28 pilot/pkg/networking/util/util.go: GetPortLevelTrafficPolicy
 */
export function policyForPort(policy: TrafficPolicy | null | undefined, port: number): TrafficPolicy | undefined {
  if (!policy) return undefined;
  return portEntry(policy, port) ?? policy;
}

/** The subset's policy over that of the rule; a port entry of the subset replaces what it leaves out, too. …: MergeSubsetTrafficPolicy */
export function policyForSubset(
  rule: TrafficPolicy | undefined,
  subset: Subset,
  port: number,
): TrafficPolicy | undefined {
  const base = policyForPort(rule, port);
  if (!subset.trafficPolicy) return base;
  const own = policyForPort(subset.trafficPolicy, port)!;
  if (!base) return own;
  const replaces = portEntry(subset.trafficPolicy, port) !== undefined;
  const loadBalancer = own.loadBalancer || replaces ? own.loadBalancer : base.loadBalancer;
  const outlierDetection = own.outlierDetection || replaces ? own.outlierDetection : base.outlierDetection;
  return { ...(loadBalancer && { loadBalancer }), ...(outlierDetection && { outlierDetection }) };
}

/** The policy of a cluster: that of its subset, if the rule has it, else that of its port. */
export function policyOf(rule: MergedRule | undefined, subset: string, port: number): TrafficPolicy | undefined {
  const named = subsetOf(rule, subset);
  return named ? policyForSubset(rule?.trafficPolicy, named, port) : policyForPort(rule?.trafficPolicy, port);
}

export function isPassthrough(policy: TrafficPolicy | null | undefined): boolean {
  return policy?.loadBalancer?.simple === 'PASSTHROUGH';
}

/** The TLS mode that mutual TLS between networks looks at: the port's own first, unlike other settings. …/mtls_checker.go */
export function tlsModeForPort(policy: TrafficPolicy | null | undefined, port: number): string | undefined {
  const tls = (policy && portEntry(policy, port)?.tls) || policy?.tls;
  return tls ? (tls.mode ?? 'DISABLE') : undefined;
}

function portEntry(policy: TrafficPolicy, port: number): TrafficPolicy | undefined {
  return policy.portLevelSettings?.find((entry) => entry.port?.number === port);
}
