import type { KubernetesService } from '../model/kubernetes.js';
import { selectsSome } from '../model/labels.js';
import type { Port, Service } from '../model/service.js';
import type { Endpoint } from './endpoint.js';
import type { Workload } from './workload.js';

/**
 * Endpoints that a Kubernetes Service gets from WorkloadEntries which its selector chooses.
 * Ports are looked up by number, so of two ports with one number the first serves both, and its endpoints come twice.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/controller.go: collectWorkloadInstanceEndpoints
 */
export function selectedEndpoints(service: Service, workloads: readonly Workload[]): Endpoint[] {
  if (service.resolution !== 'ClientSide' || service.meshExternal) return [];
  const chosen = workloads.filter(({ dnsOnly, labels }) => !dnsOnly && selectsSome(service.selector, labels));
  if (chosen.length === 0) return [];
  return service.ports.flatMap(({ number }) => {
    const port = service.ports.find((candidate) => candidate.number === number)!;
    const target = targetPortOf(port, service.source as KubernetesService);
    return chosen.flatMap((workload) => endpointOf(workload, port, target));
  });
}

interface TargetPort {
  number: number;
  name: string;
  /** The Service asks for a port by name, so a workload without that name has no endpoint. */
  named: boolean;
}

/** The first port of the object that has the name or the number. istiod 1.28 …/controller/util.go: findServiceTargetPort */
function targetPortOf(port: Port, object: KubernetesService): TargetPort {
  const spec = (object.spec?.ports ?? []).find(
    ({ name = '', port: number }) => name === port.name || number === port.number,
  );
  const target = spec?.targetPort ?? spec?.port ?? 0;
  return typeof target === 'number'
    ? { number: target || port.number, name: spec?.name ?? '', named: false }
    : { number: port.number, name: target, named: true };
}

function endpointOf(workload: Workload, port: Port, target: TargetPort): Endpoint[] {
  const mapped = target.name ? workload.ports[target.name] : undefined;
  if (target.named && target.name && !mapped) return [];
  const { address, labels, clusterId, network, locality, tlsMode, namespace, source } = workload;
  return [
    {
      address,
      port: mapped || target.number,
      portName: port.name,
      labels,
      clusterId,
      network,
      locality,
      health: 'HEALTHY',
      tlsMode,
      namespace,
      source,
    },
  ];
}
