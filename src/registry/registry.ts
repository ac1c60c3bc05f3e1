import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { ServiceEntry, WorkloadEntry } from '../model/istio.js';
import { add, groupBy } from '../model/group.js';
import type { KubernetesService, Pod } from '../model/kubernetes.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type Resource } from '../model/resource.js';
import { isKubernetes, serviceKey, type Service } from '../model/service.js';
import { orders, permutation, type Oracle } from '../model/undetermined.js';
import { withAliases } from './aliases.js';
import { byCreation, compareText } from './creation-order.js';
import type { Endpoint } from './endpoint.js';
import { EndpointIndex, type ClusterEndpoints } from './endpoint-index.js';
import { entryInstances, type EntryInstances } from './entry-endpoints.js';
import type { KubernetesCluster } from './kubernetes-cluster.js';
import { fromKubernetesService } from './kubernetes-service.js';
import { withImports } from './imported-services.js';
import { inOrderOfArrival, mergeClusters, type ClusterServices, type LaterCopy } from './merge-clusters.js';
import { networkGateways, type MeshGateways } from './network-gateways.js';
import { oneForEachName } from './one-for-each-name.js';
import { selectedEndpoints } from './selected-endpoints.js';
import { fromServiceEntry } from './service-entry.js';
import { sliceEndpoints } from './slice-endpoints.js';
import { trafficDistributionOf } from './traffic-distribution.js';
import { fromPod, fromWorkloadEntry, isHealthy, type Workload } from './workload.js';

/** istiod's service registry and the index that its pushes are computed from. */
export interface Registry {
  /** As registryz lists them: Kubernetes Services by hostname, then ServiceEntries by creation. */
  rows: readonly Service[];
  /** All of them, oldest first, with aliases: the order in which istiod considers them. */
  sorted: readonly Service[];
  /** The service that stands for a host in a namespace: the oldest, but a Kubernetes Service before others. */
  byHost: ReadonlyMap<string, ReadonlyMap<string, Service>>;
  endpoints: EndpointIndex;
  /** Through which one network reaches another. */
  gateways: MeshGateways;
  /** Services that an earlier Kubernetes cluster has too. */
  later: readonly LaterCopy[];
  /** Objects that made no service. */
  empty: readonly { resource: Resource; host: string; reason: Reason }[];
}

/** `clusters`: the config cluster, then the remotes; `orderKnown` when these stand in istiod's order of arrival. */
export function buildRegistry(
  clusters: readonly KubernetesCluster[],
  orderKnown: boolean,
  controlPlane: ControlPlane,
  features: Features,
  oracle: Oracle,
): Registry {
  const config = clusters[0]!;
  const ofClusters = withImports(
    clusters.map((cluster) => servicesOfCluster(cluster, clusters.length > 1, controlPlane, features)),
    clusters,
    controlPlane.domainSuffix,
    features,
  );
  const { services: kubernetes, later } = mergeClusters(inOrderOfArrival(ofClusters, orderKnown, oracle));
  const entryObjects = config.admitted.of<ServiceEntry>('ServiceEntry');
  const servicesOf = new Map<ServiceEntry, Service[]>();
  for (const object of entryObjects) {
    const distribution = trafficDistributionOf(features, undefined, object, namespaceOf(object, config));
    servicesOf.set(object, fromServiceEntry(object, features, distribution));
  }
  const entries = orderEntries([...servicesOf.values()].flat(), oracle);
  const rows = [...kubernetes, ...entries];
  const sorted = withAliases([...rows].sort(byCreation));
  return {
    rows,
    sorted,
    byHost: indexByHost(sorted),
    later,
    endpoints: indexEndpoints(clusters, controlPlane, features, oracle, { ofClusters, servicesOf, sorted }),
    gateways: networkGateways(clusters, controlPlane, features),
    empty: entryObjects.filter((object) => servicesOf.get(object)!.length === 0).flatMap(emptyEntry),
  };
}

function namespaceOf(object: Resource, { admitted }: KubernetesCluster): Resource | undefined {
  return admitted.namespaces.get(object.metadata.namespace ?? '');
}

function servicesOfCluster(
  cluster: KubernetesCluster,
  several: boolean,
  controlPlane: ControlPlane,
  features: Features,
): ClusterServices {
  const services = cluster.admitted
    .of<KubernetesService>('Service')
    .map((object) => {
      const declared = object.spec?.trafficDistribution;
      const distribution = trafficDistributionOf(features, declared, object, namespaceOf(object, cluster));
      const service = fromKubernetesService(object, controlPlane, distribution);
      return several ? { ...service, cluster: cluster.id } : service;
    })
    .sort((a, b) => compareText(a.hostname, b.hostname));
  return { clusterId: cluster.id, services };
}

/** By creation; entries that istiod cannot order (same namespace, host and second) in an order that the oracle picks. */
function orderEntries(services: Service[], oracle: Oracle): Service[] {
  services.sort((a, b) => byCreation(a, b) || compareText(a.source.metadata.name, b.source.metadata.name));
  const ordered: Service[] = [];
  for (let start = 0, end = 0; start < services.length; start = end) {
    while (end < services.length && byCreation(services[start]!, services[end]!) === 0) end++;
    const objects = [...new Set(services.slice(start, end).map(({ source }) => source))];
    if (objects.length < 2) {
      for (let i = start; i < end; i++) ordered.push(services[i]!);
      continue;
    }
    const { hostname, namespace } = services[start]!;
    const because = `ServiceEntries ${objects.map(({ metadata }) => metadata.name).join(', ')} of namespace ${namespace} were created in the same second`;
    const order = oracle.pick(orders(objects.length), {
      code: 'creation-tie',
      because,
      host: hostname,
    });
    const group = services.slice(start, end);
    ordered.push(...permutation(objects, order).flatMap((object) => group.filter(({ source }) => source === object)));
  }
  return ordered;
}

/** istiod 1.28 pilot/pkg/model/push_context.go: initServiceRegistry */
function indexByHost(sorted: readonly Service[]): Map<string, Map<string, Service>> {
  const byHost = new Map<string, Map<string, Service>>();
  for (const service of sorted) {
    let byNamespace = byHost.get(service.hostname);
    if (!byNamespace) byHost.set(service.hostname, (byNamespace = new Map<string, Service>()));
    const existing = byNamespace.get(service.namespace);
    if (!existing || (!isKubernetes(existing) && isKubernetes(service))) byNamespace.set(service.namespace, service);
  }
  return byHost;
}

function indexEndpoints(
  clusters: readonly KubernetesCluster[],
  controlPlane: ControlPlane,
  features: Features,
  oracle: Oracle,
  services: {
    ofClusters: readonly ClusterServices[];
    servicesOf: ReadonlyMap<ServiceEntry, Service[]>;
    sorted: readonly Service[];
  },
): EndpointIndex {
  const kubernetes = new Map<string, ClusterEndpoints[]>();
  const selectable: Workload[][] = [];
  const selecting = namespacesThatSelect([...services.servicesOf.keys()]);
  clusters.forEach((cluster, i) => {
    const entries = i > 0 && !readsRemoteEntries(features) ? [] : workloadEntries(cluster, features);
    selectable.push([...(features.selectPods ? readyPods(cluster, selecting, features) : []), ...entries]);
    const own = new Map(services.ofClusters[i]!.services.map((service) => [serviceKey(service), service]));
    const slices = sliceEndpoints(cluster, own, controlPlane, features);
    const selected = selectedByKey(own, features.selectWorkloadEntries ? entries : []);
    for (const key of new Set([...slices.keys(), ...selected.keys()])) {
      const part = { service: own.get(key), fromSlices: slices.get(key) ?? [], selected: selected.get(key) ?? [] };
      add(kubernetes, key, part);
    }
  });
  const workloads = oneForEachName(selectable, [...services.servicesOf.keys()], oracle);
  return new EndpointIndex({
    kubernetes,
    entries: entriesByKey(services.servicesOf, workloads, features, clusters[0]!.id),
    services: groupBy(services.sorted, serviceKey),
    features,
  });
}

function readsRemoteEntries({ selectWorkloadEntries, remoteWorkloadEntries }: Features): boolean {
  return selectWorkloadEntries && remoteWorkloadEntries;
}

/** Namespaces with ServiceEntries that select workloads: Pods elsewhere need not be looked at. */
function namespacesThatSelect(entries: readonly ServiceEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(({ spec }) => spec?.workloadSelector).map(({ metadata }) => metadata.namespace ?? ''));
}

function readyPods(cluster: KubernetesCluster, namespaces: ReadonlySet<string>, features: Features): Workload[] {
  const pods = cluster.admitted.of<Pod>('Pod').filter(({ metadata }) => namespaces.has(metadata.namespace ?? ''));
  return pods.flatMap((pod) => fromPod(pod, cluster, features) ?? []);
}

function workloadEntries({ admitted, id }: KubernetesCluster, features: Features): Workload[] {
  return admitted
    .of<WorkloadEntry>('WorkloadEntry')
    .filter((object) => !features.workloadEntryHealthChecks || isHealthy(object))
    .map((object) => fromWorkloadEntry(object, id, features));
}

function selectedByKey(
  services: ReadonlyMap<string, Service>,
  workloads: readonly Workload[],
): Map<string, Endpoint[]> {
  const byNamespace = groupBy(workloads, ({ namespace }) => namespace);
  const found = new Map<string, Endpoint[]>();
  for (const [key, service] of services) {
    const local = byNamespace.get(service.namespace);
    const endpoints = local ? selectedEndpoints(service, local) : [];
    if (endpoints.length > 0) found.set(key, endpoints);
  }
  return found;
}

/** Instances by namespace and host, in order of creation, then of the objects' names. */
function entriesByKey(
  servicesOf: ReadonlyMap<ServiceEntry, Service[]>,
  workloads: readonly Workload[],
  features: Features,
  clusterId: string,
): Map<string, EntryInstances[]> {
  const byNamespace = groupBy(workloads, ({ namespace }) => namespace);
  const found = new Map<string, EntryInstances[]>();
  const inOrder = [...servicesOf].sort(
    ([a, [first]], [b, [second]]) =>
      (first?.created ?? 0) - (second?.created ?? 0) || compareText(a.metadata.name, b.metadata.name),
  );
  for (const [object, services] of inOrder) {
    const local = byNamespace.get(object.metadata.namespace ?? 'default') ?? [];
    for (const instances of entryInstances(object, services, local, features, clusterId)) {
      add(found, serviceKey(instances.service), instances);
    }
  }
  return found;
}

function emptyEntry(object: ServiceEntry) {
  const addresses = object.spec?.addresses ?? [];
  const reason: Reason = {
    code: 'no-valid-address',
    by: fieldOf(object, 'spec.addresses'),
    args: { addresses: addresses.join(', ') },
  };
  return (object.spec?.hosts ?? []).map((host) => ({ resource: object, host, reason }));
}
