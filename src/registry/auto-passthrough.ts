import type { Listener } from '../model/gateway-api.js';
import type { Labels } from '../model/labels.js';

/**
 * Whether a listener of the Gateway API passes mutual TLS between networks on: it says so, or its Gateway names a network and
 * it has the port for that.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/conversion.go: IsAutoPassthrough
 */
export function isAutoPassthrough(labels: Labels | undefined, { tls, port }: Listener): boolean {
  if (!tls) return false;
  if (tls.options?.['gateway.istio.io/listener-protocol'] === 'auto-passthrough') return true;
  if (labels?.['topology.istio.io/network'] === undefined) return false;
  return String(port) === (labels['networking.istio.io/gatewayPort'] ?? '15443');
}
