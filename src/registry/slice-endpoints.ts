import { clusterSetHostname, isClusterSetHostname, serviceHostname } from '../model/host.js';
import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { KubernetesCluster } from './kubernetes-cluster.js';
import { addressOfReady, dualAddresses, tlsModeOf } from './workload.js';
import type { EndpointSlice, KubernetesService, Pod, SliceEndpoint } from '../model/kubernetes.js';
import type { ServiceExport } from '../model/multi-cluster.js';
import type { Service } from '../model/service.js';
import type { Endpoint, Health } from './endpoint.js';
import { NETWORK_LABEL } from './network-lookup.js';

/**
 * Endpoints from EndpointSlices, keyed `namespace/hostname`; a slice counts even when its Service does not exist.
 * Across the slices of a Service an address counts once for each port name.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/endpointslice.go
 */
export function sliceEndpoints(
  cluster: KubernetesCluster,
  services: ReadonlyMap<string, Service>,
  controlPlane: ControlPlane,
  features: Features,
): Map<string, Endpoint[]> {
  const podOf = podLookup(cluster.admitted.of<Pod>('Pod'));
  const exported = new Set(
    cluster.admitted.of<ServiceExport>('ServiceExport').map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
  );
  const clusterIps = new Map(
    cluster.admitted
      .of<KubernetesService>('Service')
      .map(({ metadata, spec }) => [`${metadata.namespace}/${metadata.name}`, spec?.clusterIPs?.length ?? 0]),
  );
  const found = new Map<string, Endpoint[]>();
  const seen = new Map<string, Set<string>>();
  for (const slice of cluster.admitted.of<EndpointSlice>('EndpointSlice')) {
    const labels = slice.metadata.labels ?? {};
    const name = labels['kubernetes.io/service-name'];
    if (!name || slice.addressType === 'FQDN' || labels['multicluster.kubernetes.io/service-name'] !== undefined)
      continue;
    const namespace = slice.metadata.namespace ?? 'default';
    for (const host of hostnamesOf(name, namespace)) addSlice(slice, namespace, name, host);
  }
  return found;

  function hostnamesOf(name: string, namespace: string): string[] {
    const own = serviceHostname(name, namespace, controlPlane.domainSuffix);
    return features.clusterSetHosts ? [own, clusterSetHostname(name, namespace)] : [own];
  }

  function addSlice(slice: EndpointSlice, namespace: string, name: string, host: string): void {
    const key = `${namespace}/${host}`;
    const service = services.get(key);
    const dualStack = features.dualStack && (clusterIps.get(`${namespace}/${name}`) ?? 0) > 1;
    const ownClusterOnly = features.exportedServicesOnly && !isExported(service);
    const list = found.get(key) ?? [];
    const known = seen.get(key) ?? new Set<string>();
    found.set(key, list);
    seen.set(key, known);
    for (const endpoint of slice.endpoints ?? []) {
      const health = healthOf(endpoint, service, features);
      for (const address of endpoint.addresses ?? []) {
        const pod = podOf(address, namespace, endpoint);
        const isPod = endpoint.targetRef?.kind === 'Pod';
        if (!pod && isPod) continue;
        const dual = dualStack && isPod ? dualAddresses(pod!) : undefined;
        // The Pod has an endpoint in the slice of the other family.
        if (dual && slice.addressType === 'IPv6') continue;
        const shared = {
          address,
          ...dual,
          ...(pod ? cluster.placeOf(pod) : addressPlace(address, cluster)),
          health,
          ...(pod?.spec?.nodeName && { node: pod.spec.nodeName }),
          tlsMode: tlsModeOf(pod?.metadata.labels),
          ...(ownClusterOnly && { ownClusterOnly }),
          namespace: pod?.metadata.namespace ?? '',
          source: pod ?? slice,
        };
        for (const port of slice.ports ?? []) {
          const portName = port.name ?? '';
          const identity = `${shared.address} ${portName}`;
          if (known.has(identity)) continue;
          known.add(identity);
          list.push({ ...shared, port: port.port ?? 0, portName });
        }
      }
    }
  }

  /** …/serviceexportcache.go: EndpointDiscoverabilityPolicy */
  function isExported(service: Service | undefined): boolean {
    if (!service || (features.clusterLocalHostsOnly && !isClusterSetHostname(service.hostname))) return false;
    return exported.has(`${service.namespace}/${service.name}`);
  }

  /** A slice that names no Pod is given the one of that address, among those that are ready. …/pod.go: onEvent */
  function podLookup(all: readonly Pod[]) {
    const byKey = new Map(all.map((pod) => [`${pod.metadata.namespace}/${pod.metadata.name}`, pod]));
    const byIp = new Map<string, Pod>();
    for (const pod of all) {
      const ip = addressOfReady(pod);
      if (ip) byIp.set(`${pod.metadata.namespace}/${ip}`, pod);
    }
    return (address: string, namespace: string, { targetRef }: SliceEndpoint) =>
      targetRef?.kind === 'Pod'
        ? byKey.get(`${targetRef.namespace ?? namespace}/${targetRef.name}`)
        : byIp.get(`${namespace}/${address}`);
  }
}

function addressPlace(address: string, { id, networkOf }: KubernetesCluster) {
  const network = networkOf(address, undefined);
  const labels = { 'topology.istio.io/cluster': id, ...(network && { [NETWORK_LABEL]: network }) };
  return { labels, clusterId: id, network, locality: '' };
}

/** istiod 1.28 pilot/pkg/serviceregistry/kube/controller/endpointslice.go: endpointHealthStatus */
function healthOf({ conditions = {} }: SliceEndpoint, service: Service | undefined, features: Features): Health {
  if (conditions.ready ?? true) return 'HEALTHY';
  const terminating = conditions.terminating ?? true;
  if (service && supportsDraining(service, features) && (conditions.serving ?? true) && terminating) return 'DRAINING';
  return service && features.dropTerminating && terminating ? 'TERMINATING' : 'UNHEALTHY';
}

function supportsDraining(service: Service, features: Features): boolean {
  return features.persistentSessionLabels.some((label) => service.labels?.[label]);
}
