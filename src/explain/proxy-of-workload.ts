import { withTopology, type Pod } from '../model/kubernetes.js';
import type { Proxy } from '../model/proxy.js';
import type { KubernetesCluster } from '../registry/kubernetes-cluster.js';
import { fromAddress } from '../registry/workload.js';
import type { Mesh } from '../xds/mesh.js';
import type { Workload } from './find-workload.js';

export type NotProxy = 'no-sidecar' | 'ambient' | 'proxyless' | 'ztunnel';

/** The proxy of a workload as istiod identifies it, or why there is none. */
export function proxyOfWorkload(workload: Workload, mesh: Mesh): { proxy: Proxy } | { notProxy: NotProxy } {
  const cluster = mesh.clusters.find(({ id }) => id === workload.cluster) ?? mesh.clusters[0]!;
  const clusterId = cluster.id;
  const several = mesh.clusters.length > 1 && { cluster: clusterId };
  if (workload.kind === 'pod') {
    const role = mesh.roleOf(workload.pod, cluster);
    return 'notProxy' in role && role.notProxy === 'no-sidecar' && isAmbient(workload.pod, cluster)
      ? { notProxy: 'ambient' }
      : role;
  }
  if (workload.kind === 'imagined') {
    const { name, namespace, labels } = workload;
    return {
      proxy: {
        name,
        namespace,
        type: 'sidecar',
        labels: withTopology(labels, { locality: '', clusterId }),
        ...several,
      },
    };
  }
  const { metadata, spec = {} } = workload.entry;
  const { labels } = fromAddress(spec, { ...spec.labels, ...metadata.labels }, clusterId, mesh.features);
  return {
    proxy: { name: metadata.name, namespace: metadata.namespace ?? 'default', type: 'sidecar', labels, ...several },
  };
}

/** By label of the Pod, else of its namespace. */
function isAmbient({ metadata }: Pod, { admitted }: KubernetesCluster): boolean {
  const label = 'istio.io/dataplane-mode';
  const namespace = admitted.namespaces.get(metadata.namespace ?? 'default');
  return (metadata.labels?.[label] ?? namespace?.metadata.labels?.[label]) === 'ambient';
}

/** What it means for the question that a workload runs no proxy. */
export const WITHOUT_PROXY: Record<NotProxy, string> = {
  'no-sidecar':
    'runs no Istio proxy: it has no istio-proxy container, so istiod sends it nothing. Its requests leave as the application makes them, without mTLS, routes or policy.',
  ambient:
    'is in ambient mode: ztunnel carries its traffic and it has no proxy of its own, so there is no CDS. ztunnel tells services apart by address, whatever they are exported to, and waypoints decide about those that use one.',
  proxyless:
    'is a proxyless gRPC client: it asks istiod for single clusters when it needs them, so there is no CDS as a whole.',
  ztunnel: 'is ztunnel: it is configured with workloads and services, not with clusters.',
};
