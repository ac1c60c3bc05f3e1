import type { Labels } from './labels.js';
import type { ServicePortSpec } from './protocol.js';
import type { Resource } from './resource.js';

/** The parts of Kubernetes kinds that istiod reads. */
export interface KubernetesService extends Resource {
  spec?: {
    type?: string;
    clusterIP?: string;
    clusterIPs?: string[];
    externalName?: string;
    selector?: Record<string, string>;
    ports?: ServicePortSpec[];
    internalTrafficPolicy?: string;
    trafficDistribution?: string;
    publishNotReadyAddresses?: boolean;
    externalIPs?: string[];
  };
}

export interface EndpointSlice extends Resource {
  addressType?: string;
  ports?: { name?: string; port?: number; protocol?: string }[];
  endpoints?: SliceEndpoint[];
}

export interface SliceEndpoint {
  addresses?: string[];
  conditions?: { ready?: boolean | null; serving?: boolean | null; terminating?: boolean | null };
  nodeName?: string;
  targetRef?: { kind?: string; name?: string; namespace?: string };
}

export interface Pod extends Resource {
  spec?: {
    nodeName?: string;
    serviceAccountName?: string;
    hostNetwork?: boolean;
    containers?: Container[];
    initContainers?: Container[];
  };
  status?: {
    phase?: string;
    podIP?: string;
    podIPs?: { ip: string }[];
    conditions?: { type: string; status: string }[];
  };
}

export interface Container {
  name: string;
  image?: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: unknown }[];
  ports?: { name?: string; containerPort: number; protocol?: string }[];
  /** `Always` makes an init container a native sidecar. */
  restartPolicy?: string;
}

/** The containers whose ports a Service or ServiceEntry may name. */
export function portContainers({ spec }: Pod, withNativeSidecars: boolean): Container[] {
  const native = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...(spec?.containers ?? []), ...(withNativeSidecars ? native : [])];
}

export function isReady(pod: Pod): boolean {
  return (pod.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
}

export function isFinished(pod: Pod): boolean {
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
}

/**
 * `region/zone/subzone` of a Pod: its own label, else its node's; empty when neither says anything.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/controller.go: getPodLocality
 */
export function podLocality(pod: Pod, node: Resource | undefined, names: readonly string[]): string {
  const own = localityFromLabels(pod.metadata.labels, names);
  if (own) return own;
  const labels: Labels = node?.metadata.labels ?? {};
  const region = labels['topology.kubernetes.io/region'] ?? labels['failure-domain.beta.kubernetes.io/region'] ?? '';
  const zone = labels['topology.kubernetes.io/zone'] ?? labels['failure-domain.beta.kubernetes.io/zone'] ?? '';
  const subzone = labels['topology.istio.io/subzone'] ?? '';
  return region || zone || subzone ? `${region}/${zone}/${subzone}` : '';
}

/**
 * What the first label that is there says, of those that this istiod knows. Labels cannot hold slashes: they write dots, unless
 * there are slashes after all. istiod 1.29 pkg/model/proxy.go: GetLocalityLabel
 */
export function localityFromLabels(labels: Labels | undefined, names: readonly string[]): string {
  const label = names.map((name) => labels?.[name]).find((value) => value !== undefined) ?? '';
  return label.includes('/') ? label : label.replaceAll('.', '/');
}

/**
 * Labels of a workload as selectors see them: its own and where it runs.
 * istiod 1.28 pilot/pkg/serviceregistry/util/label/label.go: AugmentLabels
 */
export function withTopology(
  labels: Labels | undefined,
  where: { locality: string; clusterId: string; node?: string | undefined; network?: string | undefined },
): Labels {
  const [region = '', zone = '', subzone = ''] = where.locality.split('/');
  const out: Record<string, string> = { ...labels };
  if (region) out['topology.kubernetes.io/region'] = region;
  if (zone) out['topology.kubernetes.io/zone'] = zone;
  if (subzone) out['topology.istio.io/subzone'] = subzone;
  if (where.clusterId) out['topology.istio.io/cluster'] = where.clusterId;
  if (where.node) out['kubernetes.io/hostname'] = where.node;
  if (where.network && !out['topology.istio.io/network']) out['topology.istio.io/network'] = where.network;
  return out;
}
