import type { Features } from '../../model/features.js';
import { isIp } from '../../model/ip.js';
import type { ServiceEntry, WorkloadEntry } from '../../model/istio.js';
import { isFinished, type Pod } from '../../model/kubernetes.js';
import type { Resource } from '../../model/resource.js';
import type { Admitted } from '../admit.js';
import type { NetworkOf } from '../network-lookup.js';
import type { AmbientService } from './ambient-services.js';

/**
 * What ztunnel captures, as `network/address`: Pods, WorkloadEntries, and the endpoints that a ServiceEntry lists where that one is
 * annotated.
 * istiod 1.30 pilot/pkg/serviceregistry/ambient/workloads.go: setTunnelProtocol
 */
export function capturedAddresses(
  admitted: Admitted,
  networkOf: NetworkOf,
  services: readonly AmbientService[],
  features: Features,
): Set<string> {
  const found = new Set<string>();
  for (const pod of admitted.of<Pod>('Pod')) {
    if (isFinished(pod) || pod.spec?.hostNetwork || !redirects(pod)) continue;
    for (const ip of [pod.status?.podIP, ...(pod.status?.podIPs ?? []).map((entry) => entry.ip)]) {
      if (ip) found.add(`${networkOf(ip, pod.metadata.labels)}/${ip}`);
    }
  }
  for (const entry of admitted.of<WorkloadEntry>('WorkloadEntry')) {
    const { address, network, labels } = entry.spec ?? {};
    if (!address || !isIp(address) || !redirects(entry)) continue;
    found.add(`${network || networkOf(address, { ...labels, ...entry.metadata.labels })}/${address}`);
  }
  for (const { spec } of new Set(services.map(({ source }) => source).filter(isCapturedEntry))) {
    let before = '';
    for (const { address, network, labels } of spec?.endpoints ?? []) {
      const own = network || before;
      if (features.ambientEndpointsKeepNetwork) before = own;
      if (address && isIp(address)) found.add(`${own || networkOf(address, labels)}/${address}`);
    }
  }
  return found;
}

function isCapturedEntry(source: Resource): source is ServiceEntry {
  if (source.kind !== 'ServiceEntry') return false;
  return redirects(source) || (source.metadata.labels?.[TUNNEL]?.split(',').includes('http') ?? false);
}

export const TUNNEL = 'networking.istio.io/tunnel';

function redirects({ metadata }: Resource): boolean {
  return metadata.annotations?.['ambient.istio.io/redirection'] === 'enabled';
}
