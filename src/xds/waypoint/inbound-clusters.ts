import type { Proxy } from '../../model/proxy.js';
import { fieldOf } from '../../model/resource.js';
import { originalOf, serviceKey, type Port, type Service } from '../../model/service.js';
import type { Reason } from '../../model/reason.js';
import type { MergedRule } from '../../scope/destination-rules.js';
import type { ScopeRecorder } from '../../scope/scope.js';
import { discoveryType, ruleFor } from '../build-clusters.js';
import type { ClusterContext } from '../cluster-context.js';
import { endpointsOf, sentTo } from '../cluster-endpoints.js';
import { crashingOutlierDetection } from '../crashing-outlier-detection.js';
import { isDnsType, type Cluster, type ClusterType } from '../cluster.js';
import type { EndpointQuery } from '../send-endpoints.js';
import { isPassthrough, policyOf } from '../traffic-policy.js';
import { kindsOf } from './chains.js';
import { isEastWestGateway } from './east-west.js';

/**
 * The clusters of the services that a waypoint owns: for each port, for HTTP or TCP or both, and for each subset. Ports come
 * from the owned service; rules and EDS endpoints from the service that the waypoint's scope holds under the hostname, so
 * that one which is not in scope has neither. East-west gateways ask no rules, and have but TCP.
 * istiod 1.28 pilot/pkg/networking/core/cluster_waypoint.go: buildWaypointInboundVIP
 */
export function inboundClusters(
  owned: readonly Service[],
  proxy: Proxy,
  scopeNamespace: string,
  context: ClusterContext,
  recorder?: ScopeRecorder,
): Cluster[] {
  const eastWest = isEastWestGateway(proxy, context.features);
  return owned.flatMap((service) => {
    const inScope = context.byHost?.get(service.hostname);
    const rule = eastWest ? undefined : inScope && inboundRule(inScope, scopeNamespace, context);
    return service.ports.flatMap((port) => {
      if (!isServed(service, port, context)) return [];
      const build = (chain: string, subset: string) => {
        const cluster = inboundCluster({ service, inScope, port, proxy, rule, scopeNamespace, subset, chain }, context);
        if (!cluster) recordCrash(service, port, recorder);
        return cluster ?? [];
      };
      const subsets = ['', ...(rule?.subsets ?? []).map(({ name }) => name)];
      const kinds = eastWest ? (['tcp'] as const) : kindsOf(port);
      return subsets.flatMap((subset) => kinds.flatMap((chain) => build(chain, subset)));
    });
  });
}

/** istiod itself dies here, on a DNS service without any endpoint. …: buildWaypointInboundVIPCluster */
function recordCrash(service: Service, port: Port, recorder: ScopeRecorder | undefined): void {
  recorder?.drop({
    service: originalOf(service),
    stage: 'waypoint',
    reason: {
      code: 'waypoint-crashes-istiod',
      by: fieldOf(service.source, 'spec.workloadSelector'),
      args: { port: port.number },
    },
    ports: [port.number],
  });
}

function isServed(service: Service, { protocol }: Port, { features }: ClusterContext): boolean {
  if (protocol === 'UDP') return false;
  if (service.resolution !== 'DynamicDNS') return true;
  return protocol === 'HTTP' || (protocol === 'TLS' && features.dynamicDnsTlsWaypoints);
}

/** Selectors of DestinationRules count for outbound traffic only. istiod 1.28 pilot/pkg/model/sidecar.go: DestinationRule */
function inboundRule(service: Service, scopeNamespace: string, { rules }: ClusterContext): MergedRule | undefined {
  return rules.lookup(service, scopeNamespace)?.findLast(({ selector }) => selector === undefined);
}

interface Inbound {
  service: Service;
  inScope: Service | undefined;
  port: Port;
  proxy: Proxy;
  rule: MergedRule | undefined;
  scopeNamespace: string;
  subset: string;
  chain: string;
}

function inboundCluster(inbound: Inbound, context: ClusterContext): Cluster | undefined {
  const { service, port, proxy, rule, subset, chain } = inbound;
  const policy = policyOf(rule, subset, port.number);
  const base = { port: port.number, subset, service, ...(policy && rule && { rule: rule.object }) };
  const name = `inbound-vip|${port.number}|${subset ? `${chain}/${subset}` : chain}|${service.hostname}`;
  if (service.resolution === 'DynamicDNS') {
    const flaw = context.features.dynamicDnsClusters && crashingOutlierDetection({ service, port, subset, rule });
    return { ...base, name, type: 'envoy.clusters.dynamic_forward_proxy', endpoints: [], ...(flaw && { flaw }) };
  }
  const resolved = discoveryType(service, 'waypoint', context.features);
  const query: EndpointQuery = { service, port, subset: '', rule: undefined, proxy, inboundVip: true };
  if (isDnsType(resolved) && endpointsOf(query, resolved, context).lists[0]!.length === 0) return undefined;
  const type: ClusterType = isPassthrough(policy) ? 'ORIGINAL_DST' : resolved;
  const found =
    type === 'EDS' ? edsEndpoints(inbound, context) : sentTo(endpointsOf(query, type, context), query, context);
  const seen = inbound.inScope && serviceKey(inbound.inScope) === serviceKey(service);
  return { ...base, name, type, ...found, ...(!seen && { flaw: notInScope(service, inbound.inScope) }) };
}

/** The waypoint owns it whatever it is exported to, and yet has endpoints, subsets and rules of what its scope holds. */
function notInScope(service: Service, held: Service | undefined): Reason {
  const args = { held: held ? serviceKey(held) : 'none' };
  return { code: 'owned-but-not-in-scope', by: fieldOf(service.source, 'metadata'), args };
}

function edsEndpoints({ inScope, port, proxy, scopeNamespace, subset }: Inbound, context: ClusterContext) {
  const own = inScope?.ports.find(({ number, protocol }) => number === port.number && protocol !== 'UDP');
  if (!inScope || !own) return { endpoints: [] };
  const rule = ruleFor(inScope, proxy, scopeNamespace, context);
  const query: EndpointQuery = { service: inScope, port: own, subset, rule, proxy, inboundVip: true };
  return sentTo(endpointsOf(query, 'EDS', context), query, context);
}
