import type { Reason } from '../model/reason.js';
import { fieldOf } from '../model/resource.js';
import { isDynamicWildcard } from '../model/service.js';
import type { EndpointQuery } from './send-endpoints.js';
import { policyOf } from './traffic-policy.js';

const FORWARDED = new Set(['HTTP', 'HTTP2', 'GRPC', 'TLS']);

/** Whether a port gets a dynamic forward proxy. */
export function isForwarded({ port }: Pick<EndpointQuery, 'port'>): boolean {
  return FORWARDED.has(port.protocol);
}

/**
 * Why istiod crashes when it builds a dynamic forward proxy: detecting outliers it writes into settings that this cluster lacks.
 * istiod 1.30 pilot/pkg/networking/core/cluster_builder.go: buildDFPCluster, cluster_traffic_policy.go: applyOutlierDetection
 */
export function crashingOutlierDetection(query: Omit<EndpointQuery, 'proxy'>): Reason | undefined {
  const { service, port, rule, subset } = query;
  if (!isDynamicWildcard(service) || !isForwarded(query)) return undefined;
  if (!rule || !policyOf(rule, subset, port.number)?.outlierDetection) return undefined;
  return {
    code: 'outlier-detection-crashes-istiod',
    by: fieldOf(rule.object, 'spec.trafficPolicy'),
    args: { port: port.number },
  };
}
