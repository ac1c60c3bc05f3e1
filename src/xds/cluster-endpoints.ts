import type { Reason } from '../model/reason.js';
import { fieldOf } from '../model/resource.js';
import { isDns, serviceKey } from '../model/service.js';
import type { Endpoint } from '../registry/endpoint.js';
import type { EndpointLists } from '../registry/endpoint-index.js';
import { byNetwork } from './by-network.js';
import type { ClusterContext } from './cluster-context.js';
import { isDnsType, type Cluster, type ClusterType } from './cluster.js';
import { throughWaypoint } from './ingress-waypoint.js';
import { acceptsMutualTls } from './mutual-tls.js';
import { distributed, undistributed } from './locality-distribution.js';
import { forDns, forEds, sentEndpoints, withDrainingLabel, type EndpointQuery } from './send-endpoints.js';
import { tunnelled } from './tunnel.js';

/** The endpoint lists that a cluster may have, and why requests will fail although the service has endpoints. */
export interface FoundEndpoints extends EndpointLists {
  flaw?: Reason;
}

/**
 * What a cluster of one proxy gets of the endpoints that istiod knows.
 * istiod 1.28 pilot/pkg/xds/endpoints/endpoint_builder.go
 */
export function endpointsOf(query: EndpointQuery, type: ClusterType, context: ClusterContext): FoundEndpoints {
  const { registry, features, clusterLocal } = context;
  const { cluster } = query.proxy;
  const local = cluster !== undefined && clusterLocal.has(query.service.hostname);
  const key = serviceKey(query.service);
  if (type === 'EDS') {
    const through = throughWaypoint(query, context);
    if (through) {
      const found = narrow(through.lists, (list) => sentEndpoints(list.map(through.via), query, features));
      return through.flaw ? { ...found, flaw: through.flaw } : found;
    }
    if (isDns(query.service)) return { lists: [[]] };
    const port = query.service.ports.find(({ number, protocol }) => number === query.port.number && protocol !== 'UDP');
    const all = registry.endpoints.of(key);
    const ofPort = (list: readonly Endpoint[]) => forEds(list, { ...query, port: port ?? query.port }, features);
    if (!local) return narrow(all, ofPort);
    const found = narrow(all, (list) => ofPort(ofOwnCluster(list)));
    const others = found.lists[0]!.length === 0 && ofPort(all.lists[0]!).length > 0;
    return others ? { ...found, flaw: clusterLocalFlaw(query) } : found;
  }
  if (isDnsType(type)) {
    return narrow(registry.endpoints.ofPort(key, query.port.number), (list) =>
      forDns(local ? ofOwnCluster(list) : list, query, features),
    );
  }
  return { lists: [[]] };

  function ofOwnCluster(list: readonly Endpoint[]): readonly Endpoint[] {
    return list.filter(({ clusterId }) => clusterId === cluster);
  }
}

function clusterLocalFlaw({ service, port }: EndpointQuery): Reason {
  return { code: 'cluster-local', by: fieldOf(service.source, 'spec'), args: { port: port.number } };
}

/** Filters every possible list; those that become equal count once. */
function narrow(all: EndpointLists, filter: (list: readonly Endpoint[]) => Endpoint[]): EndpointLists {
  if (all.lists.length === 1) return { lists: [filter(all.lists[0]!)] };
  const distinct = new Map<string, Endpoint[]>();
  for (const list of all.lists) {
    const kept = filter(list);
    const key = kept
      .map(({ address, port, health }) => `${address}:${port} ${health}`)
      .sort()
      .join();
    if (!distinct.has(key)) distinct.set(key, kept);
  }
  return { ...all, lists: [...distinct.values()] };
}

/** The endpoints of a cluster as it carries them. */
export function sentTo(
  { lists, point, flaw: known }: FoundEndpoints,
  query: EndpointQuery,
  context: ClusterContext,
): Pick<Cluster, 'endpoints' | 'otherEndpoints' | 'point' | 'flaw'> {
  const [endpoints = [], ...others] = lists.map((list) => asSent(list, query, context));
  const flaw = known ?? undistributed(lists[0]!, query, context) ?? behindIgnoredGateway(endpoints, query, context);
  return {
    endpoints,
    ...(flaw && { flaw }),
    ...(others.length > 0 && { otherEndpoints: others, ...(point && { point }) }),
  };
}

/** Endpoints of another network that has a gateway, only that istiod does not use it. */
function behindIgnoredGateway(endpoints: readonly Endpoint[], { proxy }: EndpointQuery, { registry }: ClusterContext) {
  const { ignored } = registry.gateways;
  if (ignored.size === 0 || !proxy.network) return undefined;
  const far = endpoints.find(
    ({ network, behindGateway }) => !behindGateway && network !== '' && network !== proxy.network,
  );
  return far && ignored.get(far.network);
}

/** How the proxy reaches them: directly, through the gateway of another network, or through HBONE. */
function asSent(all: readonly Endpoint[], query: EndpointQuery, context: ClusterContext): readonly Endpoint[] {
  const list = distributed(all, query, context).map((endpoint) => withDrainingLabel(endpoint, context.features));
  return tunnelled(throughNetworks(list, query, context), query, context);
}

/** With the gateways of other networks in place of what is behind them. */
export function throughNetworks(
  list: readonly Endpoint[],
  query: EndpointQuery,
  { registry: { gateways }, peerAuthentications, features }: ClusterContext,
): readonly Endpoint[] {
  const speaks = (endpoint: Endpoint) =>
    acceptsMutualTls(endpoint, query.port.number, query.subset, query.rule, peerAuthentications, features);
  const ofDns = isDns(query.service);
  return byNetwork(list, query.proxy, ofDns ? gateways.dns : gateways.eds, !ofDns, speaks, features);
}
