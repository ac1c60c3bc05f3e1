import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { ServiceEntry, WorkloadEntry } from '../model/istio.js';
import { groupBy } from '../model/group.js';
import type { EndpointSlice, KubernetesService, Pod } from '../model/kubernetes.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type Resource } from '../model/resource.js';
import { isKubernetes, serviceKey, type Service } from '../model/service.js';
import { factorial, permutation, type Oracle } from '../model/undetermined.js';
import type { Admitted } from './admit.js';
import { withAliases } from './aliases.js';
import { byCreation, compareText } from './creation-order.js';
import type { Endpoint } from './endpoint.js';
import { EndpointIndex } from './endpoint-index.js';
import { entryInstances, type EntryInstances } from './entry-endpoints.js';
import { fromKubernetesService } from './kubernetes-service.js';
import { selectedEndpoints } from './selected-endpoints.js';
import { fromServiceEntry } from './service-entry.js';
import { clusterIdOf, sliceEndpoints } from './slice-endpoints.js';
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
  /** Objects that made no service. */
  empty: readonly { resource: Resource; host: string; reason: Reason }[];
}

export function buildRegistry(
  admitted: Admitted,
  controlPlane: ControlPlane,
  features: Features,
  oracle: Oracle,
): Registry {
  const namespaceOf = (object: Resource) => admitted.namespaces.get(object.metadata.namespace ?? '');
  const kubernetes = admitted
    .of<KubernetesService>('Service')
    .map((object) =>
      fromKubernetesService(
        object,
        controlPlane,
        trafficDistributionOf(features, object.spec?.trafficDistribution, object, namespaceOf(object)),
      ),
    )
    .sort((a, b) => compareText(a.hostname, b.hostname));
  const entryObjects = admitted.of<ServiceEntry>('ServiceEntry');
  const servicesOf = new Map<ServiceEntry, Service[]>();
  for (const object of entryObjects) {
    const distribution = trafficDistributionOf(features, undefined, object, namespaceOf(object));
    servicesOf.set(object, fromServiceEntry(object, features, distribution));
  }
  const entries = orderEntries([...servicesOf.values()].flat(), oracle);
  const rows = [...kubernetes, ...entries];
  const sorted = withAliases([...rows].sort(byCreation));
  return {
    rows,
    sorted,
    byHost: indexByHost(sorted),
    endpoints: indexEndpoints(admitted, controlPlane, features, { kubernetes, servicesOf, sorted }),
    empty: entryObjects.filter((object) => servicesOf.get(object)!.length === 0).flatMap(emptyEntry),
  };
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
    const order = oracle.pick(Math.min(factorial(objects.length), 24), {
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
  admitted: Admitted,
  controlPlane: ControlPlane,
  features: Features,
  services: {
    kubernetes: readonly Service[];
    servicesOf: ReadonlyMap<ServiceEntry, Service[]>;
    sorted: readonly Service[];
  },
): EndpointIndex {
  const clusterId = clusterIdOf(controlPlane);
  const pods = admitted.of<Pod>('Pod');
  const nodes = new Map(admitted.of('Node').map((node) => [node.metadata.name, node]));
  const kubernetesByKey = new Map(services.kubernetes.map((service) => [serviceKey(service), service]));
  const entryWorkloads = admitted
    .of<WorkloadEntry>('WorkloadEntry')
    .filter((object) => !features.workloadEntryHealthChecks || isHealthy(object))
    .map((object) => fromWorkloadEntry(object, clusterId));
  const workloads = features.selectPods
    ? [...pods.flatMap((pod) => fromPod(pod, nodes.get(pod.spec?.nodeName ?? ''), clusterId) ?? []), ...entryWorkloads]
    : entryWorkloads;
  return new EndpointIndex({
    kubernetes: sliceEndpoints(
      admitted.of<EndpointSlice>('EndpointSlice'),
      pods,
      nodes,
      kubernetesByKey,
      controlPlane,
      features,
    ),
    selected: selectedByKey(services.kubernetes, features.selectWorkloadEntries ? entryWorkloads : []),
    entries: entriesByKey(services.servicesOf, workloads, features, clusterId),
    services: groupBy(services.sorted, serviceKey),
    features,
  });
}

function selectedByKey(kubernetes: readonly Service[], workloads: readonly Workload[]): Map<string, Endpoint[]> {
  const byNamespace = groupBy(workloads, ({ namespace }) => namespace);
  const found = new Map<string, Endpoint[]>();
  for (const service of kubernetes) {
    const local = byNamespace.get(service.namespace);
    const endpoints = local ? selectedEndpoints(service, local) : [];
    if (endpoints.length > 0) found.set(serviceKey(service), endpoints);
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
      const key = serviceKey(instances.service);
      const list = found.get(key);
      if (list) list.push(instances);
      else found.set(key, [instances]);
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
