import type { Reason } from '../model/reason.js';
import { isDns } from '../model/service.js';
import type { Endpoint } from '../registry/endpoint.js';
import type { ClusterContext } from './cluster-context.js';
import { localitySettingOf } from './locality-setting.js';
import type { EndpointQuery } from './send-endpoints.js';
import { policyOf } from './traffic-policy.js';

/**
 * Why istiod crashes when it builds a cluster by DNS: to let endpoints fail over by labels it looks for all of them among those
 * of the first locality. Clusters of subsets and those behind a waypoint do not fail over by labels.
 * istiod 1.30 pilot/pkg/networking/core/cluster.go: buildOutboundClusters, …/loadbalancer.go: applyFailoverPriorityPerLocality
 */
export function crashingFailover(
  endpoints: readonly Endpoint[],
  query: EndpointQuery,
  context: ClusterContext,
): Reason | undefined {
  const { service, subset, port, rule, proxy, inboundVip = false } = query;
  if (!context.features.dnsFailoverByLabels || !isDns(service) || subset !== '' || inboundVip) return undefined;
  const localities = new Set(endpoints.map(({ locality }) => locality));
  if (localities.size < 2 || Object.keys(proxy.labels).length === 0) return undefined;
  const effective = localitySettingOf(query, context);
  if (!effective?.setting.failoverPriority?.length || effective.setting.distribute?.length) return undefined;
  if (!effective.forced && !policyOf(rule, subset, port.number)?.outlierDetection) return undefined;
  return {
    code: 'failover-crashes-istiod',
    by: effective.by('failoverPriority'),
    args: { port: port.number, localities: [...localities].map((locality) => locality || 'none').join(', ') },
  };
}
