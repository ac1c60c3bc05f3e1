import type { Features } from '../model/features.js';
import { isIp } from '../model/ip.js';
import type { WorkloadEntry, WorkloadEntrySpec } from '../model/istio.js';
import {
  isFinished,
  isReady,
  localityFromLabels,
  portContainers,
  withTopology,
  type Pod,
} from '../model/kubernetes.js';
import type { Labels } from '../model/labels.js';
import type { Resource } from '../model/resource.js';
import type { KubernetesCluster } from './kubernetes-cluster.js';
import { goBool } from '../model/go-bool.js';

/** A Pod or WorkloadEntry that selectors of ServiceEntries and Services can choose. */
export interface Workload {
  namespace: string;
  name: string;
  address: string;
  /** Of a Pod, where istiod sends both IP families as one endpoint. */
  otherAddresses?: readonly string[];
  /** Port numbers by name. */
  ports: Readonly<Record<string, number>>;
  labels: Labels;
  clusterId: string;
  network: string;
  locality: string;
  tlsMode: string;
  node?: string;
  /** A hostname or socket as address: only ServiceEntries with DNS resolution can use it. */
  dnsOnly: boolean;
  source: Resource;
}

export const UNIX_PREFIX = 'unix://';

/** The IP of a Pod that is ready, and neither finished nor being deleted: only such Pods are known by their address. */
export function addressOfReady(pod: Pod): string | undefined {
  const isOut = isFinished(pod) || pod.metadata.deletionTimestamp || !isReady(pod);
  return isOut ? undefined : pod.status?.podIP;
}

/** A Pod counts while istiod knows it by its address. */
export function fromPod(pod: Pod, cluster: KubernetesCluster, features: Features): Workload | undefined {
  const address = addressOfReady(pod);
  if (!address) return undefined;
  return {
    namespace: pod.metadata.namespace ?? 'default',
    name: pod.metadata.name,
    address,
    ...(features.dualStack && dualAddresses(pod)),
    ports: containerPorts(pod, features),
    ...cluster.placeOf(pod),
    tlsMode: tlsModeOf(pod.metadata.labels),
    ...(pod.spec?.nodeName && { node: pod.spec.nodeName }),
    dnsOnly: false,
    source: pod,
  };
}

/** The addresses of a Pod that has several, as one endpoint. istiod 1.28 …/controller/pod.go: notifyWorkloadHandlers */
export function dualAddresses({ status }: Pod): Pick<Workload, 'address' | 'otherAddresses'> | undefined {
  // Files may hold an entry without an address.
  const [address, ...otherAddresses] = (status?.podIPs ?? []).flatMap(({ ip }) => ip || []);
  return address !== undefined && otherAddresses.length > 0 ? { address, otherAddresses } : undefined;
}

export function tlsModeOf(labels: Labels | undefined): string {
  return labels?.['security.istio.io/tlsMode'] || 'disabled';
}

/** Of two container ports with one name the first counts, as for Kubernetes. */
function containerPorts(pod: Pod, { nativeSidecarPorts }: Features): Record<string, number> {
  const ports: Record<string, number> = {};
  for (const port of portContainers(pod, nativeSidecarPorts).flatMap((container) => container.ports ?? [])) {
    if (port.name && (port.protocol ?? 'TCP') === 'TCP') ports[port.name] ??= port.containerPort;
  }
  return ports;
}

/** istiod 1.28 pilot/pkg/serviceregistry/serviceentry/conversion.go: convertWorkloadEntryToWorkloadInstance */
export function fromWorkloadEntry(object: WorkloadEntry, clusterId: string, features: Features): Workload {
  const spec = object.spec ?? {};
  const labels = { ...spec.labels, ...object.metadata.labels };
  return {
    namespace: object.metadata.namespace ?? 'default',
    name: object.metadata.name,
    ...fromAddress(spec, labels, clusterId, features),
    source: object,
  };
}

/** What a WorkloadEntry and an inline endpoint of a ServiceEntry have in common. */
export function fromAddress(spec: WorkloadEntrySpec, labels: Labels, clusterId: string, features: Features) {
  const address = spec.address ?? '';
  const locality = spec.locality || localityFromLabels(labels, features.localityLabels);
  return {
    address,
    ports: spec.ports ?? {},
    labels: withTopology(labels, { locality, clusterId, network: spec.network }),
    clusterId,
    network: spec.network ?? '',
    locality,
    tlsMode: labels['security.istio.io/tlsMode'] ?? (spec.serviceAccount ? 'istio' : 'disabled'),
    dnsOnly: address !== '' && !isIp(address),
  };
}

/**
 * With health checks a WorkloadEntry counts only once its condition says Healthy.
 * istiod 1.28 pilot/pkg/serviceregistry/serviceentry/controller.go: isHealthy
 */
export function isHealthy(object: WorkloadEntry): boolean {
  if (!goBool(object.metadata.annotations?.['proxy.istio.io/health-checks-enabled'])) return true;
  const status = object.status as { conditions?: { type?: string; status?: string }[] } | undefined;
  return status?.conditions?.find(({ type }) => type === 'Healthy')?.status === 'True';
}
