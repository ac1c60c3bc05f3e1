import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import { groupBy } from '../model/group.js';
import type { PeerAuthentication } from '../model/istio.js';
import { selects } from '../model/labels.js';
import { byObjectCreation } from '../registry/creation-order.js';
import type { Endpoint } from '../registry/endpoint.js';
import { subsetOf, type MergedRule } from '../scope/destination-rules.js';
import { tlsModeForPort } from './traffic-policy.js';

/** Which ports of a workload PeerAuthentication closes to mutual TLS. */
export class PeerAuthentications {
  /** Oldest first. */
  readonly #byNamespace: ReadonlyMap<string | undefined, readonly PeerAuthentication[]>;
  readonly #rootNamespace: string;

  constructor(objects: readonly PeerAuthentication[], controlPlane: ControlPlane) {
    this.#byNamespace = groupBy([...objects].sort(byObjectCreation), ({ metadata }) => metadata.namespace);
    this.#rootNamespace = controlPlane.meshConfig.rootNamespace;
  }

  /** Workload before namespace before mesh; of one level the oldest that says something. istiod 1.28 pilot/pkg/security/authn/policy_applier.go */
  disables({ namespace, labels, port }: Endpoint): boolean {
    const own = this.#byNamespace.get(namespace) ?? [];
    const workload = own.find((policy) => choosesWorkload(policy) && selects(selectorOf(policy), labels));
    const portMode = workload?.spec?.portLevelMtls?.[String(port)]?.mode;
    if (portMode && portMode !== 'UNSET') return portMode === 'DISABLE';
    const wide = (policies: readonly PeerAuthentication[]) => policies.find((policy) => !choosesWorkload(policy));
    for (const policy of [workload, wide(own), wide(this.#byNamespace.get(this.#rootNamespace) ?? [])]) {
      const mode = policy?.spec?.mtls?.mode;
      if (mode && mode !== 'UNSET') return mode === 'DISABLE';
    }
    return false;
  }
}

function selectorOf({ spec }: PeerAuthentication) {
  return spec?.selector?.matchLabels ?? {};
}

function choosesWorkload(policy: PeerAuthentication): boolean {
  return Object.keys(selectorOf(policy)).length > 0;
}

/**
 * Whether a gateway may forward mutual TLS to the endpoint: the endpoint must accept it, and the rule must ask for it or say nothing.
 * istiod 1.28 pilot/pkg/xds/endpoints/mtls_checker.go: checkMtlsEnabled
 */
export function acceptsMutualTls(
  endpoint: Endpoint,
  port: number,
  subset: string,
  rule: MergedRule | undefined,
  policies: PeerAuthentications,
  features: Features,
): boolean {
  if (endpoint.tlsMode !== 'istio') return false;
  const mode = modeOfRule(rule, subset, port, features);
  return mode ? mode === 'ISTIO_MUTUAL' : !policies.disables(endpoint);
}

/** …: tlsModeForDestinationRule */
function modeOfRule(
  rule: MergedRule | undefined,
  subset: string,
  port: number,
  { subsetsInheritTlsMode }: Features,
): string | undefined {
  if (!subset) return tlsModeForPort(rule?.trafficPolicy, port);
  const own = subsetOf(rule, subset);
  const mode = tlsModeForPort(own?.trafficPolicy, port);
  return mode ?? (own && subsetsInheritTlsMode ? tlsModeForPort(rule?.trafficPolicy, port) : undefined);
}
