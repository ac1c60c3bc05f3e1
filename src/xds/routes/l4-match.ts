import type { L4Match } from '../../model/istio.js';
import { selects } from '../../model/labels.js';
import type { Proxy } from '../../model/proxy.js';
import { MESH_GATEWAY } from '../../scope/virtual-service.js';

/** The conditions of a TCP or TLS route that are decided without a connection. istiod 1.28 pilot/pkg/networking/core/tls.go: matchTCP, matchTLS */
export function holdsForSidecar(match: L4Match, proxy: Proxy, port: number): boolean {
  if (match.gateways?.length && !match.gateways.includes(MESH_GATEWAY)) return false;
  if (match.port && match.port !== port) return false;
  if (!selects(match.sourceLabels, proxy.labels)) return false;
  return !match.sourceNamespace || match.sourceNamespace === proxy.namespace;
}
