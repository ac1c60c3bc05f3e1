import type { Features } from '../model/features.js';
import type { ServiceEntry, ServiceEntryPort } from '../model/istio.js';
import { selects, selectsSome, type Labels } from '../model/labels.js';
import { isDns, type Service } from '../model/service.js';
import type { Endpoint } from './endpoint.js';
import { fromAddress, UNIX_PREFIX, type Workload } from './workload.js';

/** Endpoints that one service of a ServiceEntry brings, for each of its ports. */
export interface EntryInstances {
  service: Service;
  endpoints: Endpoint[];
}

/**
 * Endpoints of a ServiceEntry: the workloads that its selector chooses; without selector its inline endpoints;
 * without either, for DNS resolution, the hostname itself.
 * istiod 1.28 pilot/pkg/serviceregistry/serviceentry/{controller,conversion}.go: buildServiceInstances
 */
export function entryInstances(
  object: ServiceEntry,
  services: readonly Service[],
  workloads: readonly Workload[],
  features: Features,
  clusterId: string,
): EntryInstances[] {
  const spec = object.spec ?? {};
  const ports = spec.ports ?? [];
  return services.map((service) => {
    const candidates = spec.workloadSelector
      ? chosenBy(spec.workloadSelector.labels, service, workloads, features)
      : inlineEndpoints(object, service, clusterId, features);
    return { service, endpoints: candidates.flatMap((workload) => ports.map((port) => endpointOf(workload, port))) };
  });
}

function chosenBy(labels: Labels | undefined, service: Service, workloads: readonly Workload[], features: Features) {
  const matches = features.emptySelectorSelectsAll ? selects : selectsSome;
  return workloads.filter((workload) => matches(labels, workload.labels) && (!workload.dnsOnly || isDns(service)));
}

function inlineEndpoints(object: ServiceEntry, service: Service, clusterId: string, features: Features): Workload[] {
  const namespace = object.metadata.namespace ?? 'default';
  const name = object.metadata.name;
  const inline = object.spec?.endpoints ?? [];
  if (inline.length === 0 && isDns(service)) {
    return [
      {
        namespace,
        name,
        address: service.hostname,
        ports: {},
        labels: {},
        clusterId,
        network: '',
        locality: '',
        tlsMode: 'disabled',
        dnsOnly: true,
        source: object,
      },
    ];
  }
  return inline.map((spec) => ({
    namespace,
    name,
    ...fromAddress(spec, spec.labels ?? {}, clusterId, features),
    source: object,
  }));
}

/** The port: a socket has none; else the workload's own by name, the target port, the service port. */
function endpointOf(workload: Workload, port: ServiceEntryPort): Endpoint {
  const socket = workload.address.startsWith(UNIX_PREFIX);
  const { labels, clusterId, network, locality, tlsMode, namespace, source } = workload;
  return {
    address: socket ? workload.address.slice(UNIX_PREFIX.length) : workload.address,
    ...(workload.otherAddresses && { otherAddresses: workload.otherAddresses }),
    port: socket ? 0 : workload.ports[port.name ?? ''] || port.targetPort || port.number,
    portName: port.name ?? '',
    servicePort: port.number,
    labels,
    clusterId,
    network,
    locality,
    health: 'HEALTHY',
    ...(workload.node && { node: workload.node }),
    tlsMode,
    namespace,
    source,
  };
}

/**
 * Joins the instances of one namespace and host, in the given order. A DNS_ROUND_ROBIN endpoint is left out when the port has one already.
 * istiod 1.28 pilot/pkg/serviceregistry/serviceentry/store.go: addInstances
 */
export function joinInstances(instances: readonly EntryInstances[]): Endpoint[] {
  const taken = new Set<number>();
  const joined: Endpoint[] = [];
  for (const { service, endpoints } of instances) {
    for (const endpoint of endpoints) {
      const port = endpoint.servicePort!;
      if (service.resolution === 'DNSRoundRobin' && taken.has(port)) continue;
      taken.add(port);
      joined.push(endpoint);
    }
  }
  return joined;
}
