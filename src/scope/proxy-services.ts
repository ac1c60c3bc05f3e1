import type { Features } from '../model/features.js';
import { portContainers, type EndpointSlice, type KubernetesService, type Pod } from '../model/kubernetes.js';
import { selectsSome } from '../model/labels.js';
import type { ServicePortSpec } from '../model/protocol.js';
import type { Proxy } from '../model/proxy.js';
import type { Admitted } from '../registry/admit.js';

/**
 * The Services that a proxy's Pod is an instance of: those that select it and have a port that it serves; only where none selects
 * it, those whose EndpointSlices list its address, even if they select other Pods.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/controller.go: GetProxyServiceTargets
 */
export function servicesOfProxy(
  { namespace, pod }: Proxy,
  admitted: Admitted,
  features: Features,
): KubernetesService[] {
  const local = admitted.of<KubernetesService>('Service').filter(({ metadata }) => metadata.namespace === namespace);
  const labels = pod?.metadata.labels;
  const selecting = local.filter(({ spec }) => selectsSome(spec?.selector, labels));
  if (selecting.length > 0) {
    return selecting.filter(({ spec }) =>
      (spec?.ports ?? []).some((port) => targetPortOf(port, pod as Pod | undefined, features) !== undefined),
    );
  }
  const listing = slicesOf(pod as Pod | undefined, namespace, admitted);
  return local.filter(({ metadata, spec }) => {
    const named = new Set((spec?.ports ?? []).map(({ name = '' }) => name));
    return listing.some(
      ({ metadata: { labels: own }, ports = [] }) =>
        own?.['kubernetes.io/service-name'] === metadata.name && ports.some(({ name }) => named.has(name ?? '')),
    );
  });
}

/** Those that list the Pod by its first address. …/endpointslice.go: GetProxyServiceTargets, serviceTargets */
function slicesOf(pod: Pod | undefined, namespace: string, admitted: Admitted): EndpointSlice[] {
  const ip = pod?.status?.podIP;
  if (!ip) return [];
  const pods = admitted.of<Pod>('Pod');
  const exists = ({ name }: { name?: string }, home: string) =>
    pods.some(({ metadata }) => metadata.name === name && metadata.namespace === home);
  return admitted
    .of<EndpointSlice>('EndpointSlice')
    .filter(
      ({ metadata, addressType, endpoints = [] }) =>
        metadata.namespace === namespace &&
        addressType !== 'FQDN' &&
        endpoints.some(
          ({ addresses = [], targetRef }) =>
            addresses.includes(ip) &&
            (targetRef?.kind !== 'Pod' || exists(targetRef, targetRef.namespace ?? namespace)),
        ),
    );
}

/** The port of the Pod that a Service's port leads to; undefined where the Pod has none of that name. …/util.go: FindPort */
export function targetPortOf(
  { port, targetPort, protocol }: ServicePortSpec,
  pod: Pod | undefined,
  { nativeSidecarPorts }: Features,
): number | undefined {
  if (typeof targetPort !== 'string') return targetPort || port;
  const wanted = protocol ?? 'TCP';
  return (pod ? portContainers(pod, nativeSidecarPorts) : [])
    .flatMap(({ ports = [] }) => ports)
    .find((candidate) => candidate.name === targetPort && (candidate.protocol ?? 'TCP') === wanted)?.containerPort;
}
