import type { ControlPlane } from '../model/control-plane.js';
import type { PeerAuthentication } from '../model/istio.js';
import { selects } from '../model/labels.js';
import { byObjectCreation } from '../registry/creation-order.js';
import type { Endpoint } from '../registry/endpoint.js';
import type { MergedRule } from '../scope/destination-rules.js';
import { tlsModeForPort } from './traffic-policy.js';

/** Which ports of a workload PeerAuthentication closes to mutual TLS. */
export class PeerAuthentications {
  readonly #ordered: readonly PeerAuthentication[];
  readonly #rootNamespace: string;

  constructor(objects: readonly PeerAuthentication[], controlPlane: ControlPlane) {
    this.#ordered = [...objects].sort(byObjectCreation);
    this.#rootNamespace = controlPlane.meshConfig.rootNamespace;
  }

  /** Workload before namespace before mesh; of one level the oldest that says something. istiod 1.28 pilot/pkg/security/authn/policy_applier.go */
  disables({ namespace, labels, port }: Endpoint): boolean {
    const levels: PeerAuthentication[][] = [[], [], []];
    for (const policy of this.#ordered) {
      const selector = policy.spec?.selector?.matchLabels;
      const own = policy.metadata.namespace === namespace;
      const root = policy.metadata.namespace === this.#rootNamespace;
      if (selector && Object.keys(selector).length > 0) {
        if (own && selects(selector, labels)) levels[0]!.push(policy);
      } else if (root) levels[2]!.push(policy);
      else if (own) levels[1]!.push(policy);
    }
    const [workload] = levels[0]!;
    const portMode = workload?.spec?.portLevelMtls?.[String(port)]?.mode;
    if (portMode && portMode !== 'UNSET') return portMode === 'DISABLE';
    for (const [policy] of levels) {
      const mode = policy?.spec?.mtls?.mode;
      if (mode && mode !== 'UNSET') return mode === 'DISABLE';
    }
    return false;
  }
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
): boolean {
  if (endpoint.tlsMode !== 'istio') return false;
  const policy = subset ? rule?.subsets.find(({ name }) => name === subset)?.trafficPolicy : rule?.trafficPolicy;
  const mode = tlsModeForPort(policy, port);
  return mode ? mode === 'ISTIO_MUTUAL' : !policies.disables(endpoint);
}
