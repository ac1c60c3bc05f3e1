import { isMapping } from '../model/mapping.js';
import type { KubernetesService } from '../model/kubernetes.js';
import { selects, type Labels } from '../model/labels.js';
import type { Resource } from '../model/resource.js';
import type { KubernetesCluster } from './kubernetes-cluster.js';

/** Where a Service is reached from outside of its Kubernetes cluster, and the port that stands for one of its own there. */
export interface ExternalAddresses {
  addresses: readonly string[];
  portOf: (port: number) => number;
}

const NODE_SELECTOR = 'traffic.istio.io/nodeSelector';

/**
 * The load balancer's addresses and the external IPs. A Service of type NodePort whose annotation selects Nodes has theirs when
 * it has none, and its node ports. istiod 1.28 pilot/pkg/serviceregistry/kube/conversion.go: ConvertService
 */
export function externalAddresses(object: KubernetesService, { nodes }: KubernetesCluster): ExternalAddresses {
  const { spec = {}, status, metadata } = object;
  const selector = metadata.annotations?.[NODE_SELECTOR];
  if (spec.type === 'NodePort' && selector !== undefined) return ofNodes(object, selector, nodes);
  const ingress = (status as { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] } } | undefined)
    ?.loadBalancer?.ingress;
  const balanced =
    spec.type === 'LoadBalancer' ? (ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []) : [];
  return { addresses: [...balanced, ...(spec.externalIPs ?? [])], portOf: (port) => port };
}

/** The first external IP of each. …/controller/network.go: updateServiceNodePortAddresses */
function ofNodes(
  { spec }: KubernetesService,
  selector: string,
  nodes: ReadonlyMap<string, Resource>,
): ExternalAddresses {
  const labels = selectorOf(selector);
  const external = spec?.externalIPs ?? [];
  const ofThem = [...nodes.values()]
    .filter(({ metadata }) => selects(labels, metadata.labels))
    .flatMap(({ status }) => {
      const all = (status as { addresses?: { type?: string; address?: string }[] } | undefined)?.addresses ?? [];
      return all.find(({ type, address }) => type === 'ExternalIP' && address)?.address ?? [];
    });
  const nodePorts = new Map((spec?.ports ?? []).map(({ port, nodePort = 0 }) => [port, nodePort]));
  return { addresses: external.length > 0 ? external : ofThem, portOf: (port) => nodePorts.get(port) ?? port };
}

/** What cannot be read selects every Node. …/controller/util.go: getNodeSelectorsForService */
function selectorOf(json: string): Labels {
  try {
    const labels: unknown = JSON.parse(json);
    return isMapping(labels) ? (labels as Labels) : {};
  } catch {
    return {};
  }
}
