import type { Features } from '../../model/features.js';
import { groupBy } from '../../model/group.js';
import type { KubernetesService, Pod } from '../../model/kubernetes.js';
import type { Proxy } from '../../model/proxy.js';
import { isKubernetes, serviceKey, type Service } from '../../model/service.js';
import type { Oracle } from '../../model/undetermined.js';
import type { AmbientIndex } from '../../registry/ambient/ambient-index.js';
import { externalAddresses } from '../../registry/external-addresses.js';
import type { KubernetesCluster } from '../../registry/kubernetes-cluster.js';
import type { Registry } from '../../registry/registry.js';
import { isEastWestGateway } from './east-west.js';
import { servicesOfProxy } from '../../scope/proxy-services.js';

/** The services that a waypoint owns, one for each hostname. */
export interface OwnedServices {
  /** Those that clusters are made from. */
  owned: readonly Service[];
  /** Those that listeners are made from: istiod looks for them anew, and of one hostname may come across another one. */
  listened: readonly Service[];
}

/**
 * Those bound to a Service or ServiceEntry that its Pod is an instance of. What they are exported to is not asked.
 * istiod 1.28 pilot/pkg/networking/core/waypoint.go: findWaypointResources
 */
export function ownedServices(
  proxy: Proxy,
  ambient: AmbientIndex,
  registry: Registry,
  cluster: KubernetesCluster,
  features: Features,
  oracle: Oracle,
): OwnedServices {
  const objects = new Set<unknown>(servicesOfProxy(proxy, cluster.admitted, features));
  const targets = registry.sorted.filter(
    (service) => objects.has(service.source) || isEntryOf(proxy, service, registry),
  );
  const bound = new Set<Service>();
  const eastWest = isEastWestGateway(proxy, features);
  const reachedAt = eastWest ? (target: Service) => externalIps(target, cluster) : clusterIps;
  const global = eastWest && features.eastWestTakesGlobal;
  for (const { hostname, namespace } of global ? ambient.global() : ambient.ownedBy(proxy, targets, reachedAt)) {
    const service = registry.byHost.get(hostname)?.get(namespace);
    if (!service) continue;
    if (features.waypointSkipsInternalDynamicDns && service.resolution === 'DynamicDNS' && !service.meshExternal)
      continue;
    bound.add(service);
  }
  const groups = [...groupBy(bound, ({ hostname }) => hostname).values()];
  const oneOfEach = (suffix: string) =>
    groups.map((group) => {
      const namespaces = group.map(({ namespace }) => namespace).join(', ');
      const { hostname } = group[0]!;
      const because = `${hostname} of the namespaces ${namespaces} is bound to waypoint ${proxy.namespace}/${proxy.name}${suffix}`;
      return group[oracle.pick(group.length, { code: 'waypoint-host', because, host: hostname })]!;
    });
  const owned = oneOfEach('');
  return { owned, listened: groups.length === bound.size ? owned : oneOfEach(', whose listeners are made apart') };
}

function clusterIps({ addresses }: Service): readonly string[] {
  return addresses;
}

/** An east-west gateway is known by the addresses that other networks have of it. …/model/service.go: WaypointKeyForNetworkGatewayProxy */
function externalIps(service: Service, cluster: KubernetesCluster): readonly string[] {
  return isKubernetes(service) ? externalAddresses(service.source as KubernetesService, cluster).addresses : [];
}

/** Whether a ServiceEntry of the proxy's namespace has its Pod as an endpoint. …/serviceentry/controller.go: GetProxyServiceTargets */
function isEntryOf({ namespace, pod }: Proxy, service: Service, registry: Registry): boolean {
  if (service.namespace !== namespace || isKubernetes(service)) return false;
  const { podIP, podIPs = [] } = (pod as Pod | undefined)?.status ?? {};
  const ips = new Set([podIP, ...podIPs.map(({ ip }) => ip)]);
  return registry.endpoints
    .instancesOf(serviceKey(service))
    .some((one) => one.service.source === service.source && one.endpoints.some(({ address }) => ips.has(address)));
}
