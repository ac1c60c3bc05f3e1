import type { Proxy } from '../model/proxy.js';
import type { Endpoint } from '../registry/endpoint.js';
import type { Scope } from '../scope/scope.js';
import { ruleFor } from './build-clusters.js';
import type { ClusterContext } from './cluster-context.js';
import { endpointsOf, sentTo } from './cluster-endpoints.js';

/**
 * What EDS answers for the name of a cluster, whether CDS has the cluster or not; a subset that no DestinationRule declares
 * has all endpoints of the port. istiod 1.28 pilot/pkg/xds/endpoints/endpoint_builder.go
 */
export function edsEndpoints(proxy: Proxy, scope: Scope, context: ClusterContext) {
  return (host: string, number: number, subset: string): readonly Endpoint[] => {
    const service = scope.byHost.get(host);
    const port = service?.ports.find((candidate) => candidate.number === number);
    if (!service || !port) return [];
    const rule = ruleFor(service, proxy, scope.namespace, context);
    const declared = rule?.subsets.some(({ name }) => name === subset) ? subset : '';
    const query = { service, port, subset: declared, rule, proxy };
    return sentTo(endpointsOf(query, 'EDS', context), query, context).endpoints;
  };
}
