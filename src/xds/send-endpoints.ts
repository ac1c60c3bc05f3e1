import type { Features } from '../model/features.js';
import { isIp } from '../model/ip.js';
import { selects, type Labels } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import type { Port, Service } from '../model/service.js';
import type { Endpoint } from '../registry/endpoint.js';
import { subsetOf, type MergedRule } from '../scope/destination-rules.js';
import { policyOf } from './traffic-policy.js';

/** What of an endpoint list a cluster of one proxy gets. */
export interface EndpointQuery {
  service: Service;
  port: Port;
  subset: string;
  rule: MergedRule | undefined;
  proxy: Proxy;
  /** The cluster is a waypoint's, for a service that it owns. */
  inboundVip?: boolean;
}

/** Those that the proxy may get at all. */
export function sentEndpoints(endpoints: readonly Endpoint[], query: EndpointQuery, features: Features): Endpoint[] {
  return endpoints.filter((endpoint) => isSent(endpoint, query, features));
}

/** Labels that endpoints of a subset carry; a subset that the rule does not have asks for nothing. */
export function subsetLabels({ subset, rule }: EndpointQuery): Labels | undefined {
  return subsetOf(rule, subset)?.labels;
}

/** EDS: by port name, IPs and sockets only. istiod 1.28 pilot/pkg/xds/endpoints/endpoint_builder.go: BuildClusterLoadAssignment */
export function forEds(endpoints: readonly Endpoint[], query: EndpointQuery, features: Features): Endpoint[] {
  const labels = subsetLabels(query);
  return endpoints.filter(
    (endpoint) =>
      endpoint.portName === query.port.name &&
      (endpoint.address === '' || endpoint.port === 0 || isIp(endpoint.address)) &&
      selects(labels, endpoint.labels) &&
      isSent(endpoint, query, features),
  );
}

/** DNS clusters carry their endpoints themselves; they were grouped by port already. …: FromServiceEndpoints */
export function forDns(endpoints: readonly Endpoint[], query: EndpointQuery, features: Features): Endpoint[] {
  const labels = subsetLabels(query);
  return endpoints.filter((endpoint) => selects(labels, endpoint.labels) && isSent(endpoint, query, features));
}

/** istiod 1.28 …: filterIstioEndpoint */
function isSent(endpoint: Endpoint, query: EndpointQuery, features: Features): boolean {
  const { service, proxy } = query;
  if (service.nodeLocal && endpoint.node !== proxy.node) return false;
  if (endpoint.ownClusterOnly && proxy.cluster !== undefined && proxy.cluster !== endpoint.clusterId) return false;
  if (proxy.networkView && endpoint.network !== '' && !proxy.networkView.includes(endpoint.network)) return false;
  if (endpoint.health === 'UNHEALTHY' && !sendsUnhealthy(query, features)) return false;
  if (endpoint.health === 'TERMINATING') return false;
  const draining = endpoint.health === 'DRAINING' || hasDrainingLabel(endpoint, features);
  return !draining || Boolean(service.labels?.[features.persistentSessionLabel]);
}

/** A workload that drains by its label, as Envoy is told. …: buildEnvoyLbEndpoint */
export function withDrainingLabel(endpoint: Endpoint, features: Features): Endpoint {
  return hasDrainingLabel(endpoint, features) ? { ...endpoint, health: 'DRAINING' } : endpoint;
}

export function hasDrainingLabel({ labels }: Endpoint, { drainingLabel }: Features): boolean {
  return drainingLabel !== '' && Boolean(labels[drainingLabel]);
}

/** Always where asked for; from 1.31 by default, unless the policy demands a minimum of healthy ones. */
function sendsUnhealthy(query: EndpointQuery, features: Features): boolean {
  if (features.sendUnhealthyEndpoints || query.service.trafficDistribution) return true;
  return features.sendUnhealthyByDefault && !(minHealthPercent(query) > 0);
}

function minHealthPercent({ rule, port, subset }: EndpointQuery): number {
  return policyOf(rule, subset, port.number)?.outlierDetection?.minHealthPercent ?? 0;
}
