import type { Reason } from '../model/reason.js';
import { isDns, serviceKey } from '../model/service.js';
import type { ClusterContext } from './cluster-context.js';
import { endpointsOf, throughNetworks } from './cluster-endpoints.js';
import { failoverByLabels } from './failover-by-labels.js';
import type { EndpointQuery } from './send-endpoints.js';

/**
 * Why istiod crashes when it builds the cluster of a port by DNS: to let endpoints fail over by labels it looks for each that it
 * knows among those that it sends of the first locality. Clusters of subsets, those by SNI and those behind a waypoint do not
 * fail over by labels.
 * istiod 1.30 pilot/pkg/networking/core/cluster.go: buildOutboundClusters, …/loadbalancer.go: applyFailoverPriorityPerLocality
 */
export function crashingFailover(query: EndpointQuery, context: ClusterContext): Reason | undefined {
  const { service, port, proxy } = query;
  if (!context.features.dnsFailoverByLabels || !isDns(service)) return undefined;
  const by = Object.keys(proxy.labels).length > 0 && failoverByLabels(query, context, proxy.type);
  if (!by) return undefined;
  const known = context.registry.endpoints.ofPort(serviceKey(service), port.number).lists[0]!;
  const mayBeSent = endpointsOf(query, 'STRICT_DNS', context).lists[0]!;
  const [first] = mayBeSent.map(({ locality }) => locality).sort();
  if (first === undefined) return undefined;
  const sent = throughNetworks(mayBeSent, query, context).filter(({ locality }) => locality === first);
  if (sent.length >= known.length) return undefined;
  return {
    code: 'failover-crashes-istiod',
    by,
    args: { port: port.number, known: known.length, sent: sent.length, locality: first || 'none' },
  };
}
