import type { Features } from '../model/features.js';
import { isWildcard } from '../model/host.js';
import type { Subset } from '../model/istio.js';
import type { Proxy, ProxyType } from '../model/proxy.js';
import type { Reason } from '../model/reason.js';
import type { Stage } from '../model/stage.js';
import { fieldOf } from '../model/resource.js';
import { isKubernetes, originalOf, serviceKey, type Port, type Service } from '../model/service.js';
import type { Endpoint } from '../registry/endpoint.js';
import { chooseRule, type MergedRule } from '../scope/destination-rules.js';
import type { ScopeRecorder } from '../scope/scope.js';
import type { ClusterContext } from './cluster-context.js';
import { endpointsOf, sentTo } from './cluster-endpoints.js';
import { crashingFailover } from './crashing-failover.js';
import { crashingOutlierDetection, isForwarded } from './crashing-outlier-detection.js';
import { isDnsType, outboundName, sniName, type Cluster, type ClusterType } from './cluster.js';
import { acceptsMutualTls } from './mutual-tls.js';
import type { EndpointQuery } from './send-endpoints.js';
import { isPassthrough, policyForPort, policyForSubset } from './traffic-policy.js';

/**
 * The clusters of the services that a proxy may reach, in istiod's order.
 * istiod 1.28 pilot/pkg/networking/core/cluster.go: buildOutboundClusters
 */
export function buildClusters(
  services: readonly Service[],
  proxy: Proxy,
  scopeNamespace: string,
  context: ClusterContext,
  recorder?: ScopeRecorder,
): Cluster[] {
  const found: Cluster[] = [];
  for (const service of services) {
    const drop = recorder && dropper(service, recorder);
    if (service.resolution === 'Alias') {
      drop?.('clusters', {
        code: 'alias',
        by: fieldOf(service.source, 'spec.externalName'),
        args: aliasArgs(service, context),
      });
      continue;
    }
    if (
      service.resolution === 'DynamicDNS' &&
      !(context.features.dynamicDnsClusters && !isWildcard(service.hostname))
    ) {
      found.push(...dynamicClusters(service, proxy, scopeNamespace, context, drop));
      continue;
    }
    if (service.ports.length === 0)
      drop?.('clusters', { code: 'no-ports', by: fieldOf(service.source, 'spec.ports'), args: {} });
    const rule = ruleFor(service, proxy, scopeNamespace, context);
    for (const port of service.ports) {
      if (port.protocol === 'UDP') {
        drop?.('clusters', { code: 'udp-port', by: portField(service, port), args: { port: port.number } }, [
          port.number,
        ]);
        continue;
      }
      found.push(...clustersOfPort({ service, port, subset: '', rule, proxy }, context, outboundName, drop));
    }
  }
  return markDuplicates(found, context.features);
}

/**
 * Clusters that an AUTO_PASSTHROUGH gateway routes to by SNI: all services of the mesh that its scope holds.
 * istiod 1.28 …: buildOutboundSniDnatClusters
 */
export function buildSniClusters(
  services: readonly Service[],
  proxy: Proxy,
  scopeNamespace: string,
  context: ClusterContext,
): Cluster[] {
  const clusters = services
    .filter(({ meshExternal }) => !meshExternal)
    .flatMap((service) => {
      const rule = ruleFor(service, proxy, scopeNamespace, context);
      return service.ports
        .filter(({ protocol }) => protocol !== 'UDP')
        .flatMap((port) => clustersOfPort({ service, port, subset: '', rule, proxy }, context, sniName, undefined));
    });
  return markDuplicates(clusters, { ...context.features, keepDuplicateClusters: false });
}

function aliasArgs({ externalName = '' }: Service, { registry }: ClusterContext) {
  return { target: externalName, state: registry.byHost.has(externalName) ? '' : ', which is in no registry' };
}

type Dropper = (stage: Stage, reason: Reason, ports?: number[]) => void;

function dropper(service: Service, recorder: ScopeRecorder): Dropper {
  return (stage, reason, ports) =>
    recorder.drop({ service: originalOf(service), stage, reason, ...(ports && { ports }) });
}

export function ruleFor(
  service: Service,
  proxy: Proxy,
  scopeNamespace: string,
  { rules }: ClusterContext,
): MergedRule | undefined {
  const found = rules.lookup(service, scopeNamespace);
  return found && chooseRule(found, scopeNamespace, proxy.labels);
}

/** The default cluster of a port, then one for each subset. */
function clustersOfPort(
  query: EndpointQuery,
  context: ClusterContext,
  nameOf: (port: number, subset: string, host: string) => string,
  drop: Dropper | undefined,
): Cluster[] {
  const { service, port, rule, proxy } = query;
  const resolved = discoveryType(service, proxy.type, context.features);
  if (isDnsType(resolved) && endpointsOf(query, resolved, context).lists[0]!.length === 0) {
    const code = isOfOtherClusters(query, context) ? 'cluster-local' : 'dns-without-endpoints';
    drop?.('clusters', { code, by: fieldOf(service.source, 'spec'), args: { port: port.number } }, [port.number]);
    return [];
  }
  const type: ClusterType = isPassthrough(policyForPort(rule?.trafficPolicy, port.number)) ? 'ORIGINAL_DST' : resolved;
  const build = (clusterType: ClusterType, subset: string): Cluster => {
    const own = { ...query, subset };
    const found = endpointsOf(own, clusterType, context);
    const lists = nameOf === sniName ? found.lists.map((list) => withMutualTls(list, own, context)) : found.lists;
    return {
      name: nameOf(port.number, subset, service.hostname),
      type: clusterType,
      port: port.number,
      subset,
      service,
      ...(rule && { rule: rule.object }),
      ...sentTo({ ...found, lists }, own, context),
    };
  };
  const base = build(type, '');
  const crash = nameOf === outboundName ? crashingFailover(query, context) : undefined;
  const clusters: Cluster[] = [crash ? { ...base, flaw: crash } : base];
  for (const subset of rule?.subsets ?? []) {
    const subsetType = typeOfSubset(type, subset, query);
    const own = subset.trafficPolicy && isPassthrough(subset.trafficPolicy) ? 'ORIGINAL_DST' : type;
    if (isDnsType(own) && endpointsOf({ ...query, subset: subset.name }, own, context).lists[0]!.length === 0) {
      drop?.(
        'endpoints',
        {
          code: 'subset-without-endpoints',
          by: fieldOf(rule!.object, 'spec.subsets'),
          args: { subset: subset.name, port: port.number },
        },
        [port.number],
      );
      continue;
    }
    clusters.push(build(subsetType, subset.name));
  }
  return clusters;
}

/** The default cluster's type, unless the policy that holds for the subset passes through. istiod 1.28 pilot/pkg/networking/core/cluster_builder.go: buildSubsetCluster */
function typeOfSubset(type: ClusterType, subset: Subset, { rule, port }: EndpointQuery): ClusterType {
  const passes =
    isPassthrough(subset.trafficPolicy) || isPassthrough(policyForSubset(rule?.trafficPolicy, subset, port.number));
  return passes ? 'ORIGINAL_DST' : type;
}

/** istiod 1.28 pilot/pkg/networking/core/cluster.go: convertResolution */
export function discoveryType(service: Service, proxyType: ProxyType, features: Features): ClusterType {
  switch (service.resolution) {
    case 'DNS':
      return service.raceFirstConnect ? 'LOGICAL_DNS' : 'STRICT_DNS';
    case 'DNSRoundRobin':
      return 'LOGICAL_DNS';
    case 'Passthrough':
      return proxyType === 'router' || (isKubernetes(service) && features.edsForHeadless) ? 'EDS' : 'ORIGINAL_DST';
    default:
      return 'EDS';
  }
}

/** Whether endpoints exist, but a cluster-local host keeps them from proxies of other Kubernetes clusters. */
function isOfOtherClusters({ service, proxy }: EndpointQuery, { registry, clusterLocal }: ClusterContext): boolean {
  const all = registry.endpoints.of(serviceKey(service)).lists[0]!;
  return proxy.cluster !== undefined && all.length > 0 && clusterLocal.has(service.hostname);
}

function withMutualTls(
  list: readonly Endpoint[],
  { rule, port, subset }: EndpointQuery,
  context: ClusterContext,
): Endpoint[] {
  return list.filter((endpoint) =>
    acceptsMutualTls(endpoint, port.number, subset, rule, context.peerAuthentications, context.features),
  );
}

/** Wildcards of DYNAMIC_DNS: a dynamic forward proxy for each port whose protocol allows it, without subsets. */
function dynamicClusters(
  service: Service,
  proxy: Proxy,
  scopeNamespace: string,
  context: ClusterContext,
  drop: Dropper | undefined,
): Cluster[] {
  if (!context.features.dynamicDnsClusters) {
    drop?.('clusters', { code: 'dynamic-dns', by: fieldOf(service.source, 'spec.resolution'), args: {} });
    return [];
  }
  const rule = ruleFor(service, proxy, scopeNamespace, context);
  return service.ports.flatMap((port): Cluster[] => {
    if (!isForwarded({ port })) {
      drop?.(
        'clusters',
        {
          code: 'dynamic-dns-protocol',
          by: portField(service, port),
          args: { port: port.number, protocol: port.protocol },
        },
        [port.number],
      );
      return [];
    }
    const flaw = crashingOutlierDetection({ service, port, subset: '', rule });
    return [
      {
        name: outboundName(port.number, '', service.hostname),
        type: 'envoy.clusters.dynamic_forward_proxy',
        port: port.number,
        subset: '',
        service,
        ...(rule && { rule: rule.object }),
        endpoints: [],
        ...(flaw && { flaw }),
      },
    ];
  });
}

function portField(service: Service, port: Port) {
  return fieldOf(
    service.source,
    `spec.ports[${originalOf(service).ports.findIndex(({ name, number }) => name === port.name && number === port.number)}]`,
  );
}

/** From 1.26 istiod sends clusters of one name twice; before, the first. …: normalizeClusters */
export function markDuplicates(clusters: readonly Cluster[], features: Features): Cluster[] {
  const seen = new Map<string, Cluster>();
  for (const cluster of clusters) {
    const first = seen.get(cluster.name);
    if (!first) seen.set(cluster.name, cluster);
    else if (features.keepDuplicateClusters) first.duplicate = true;
  }
  return [...seen.values()];
}
