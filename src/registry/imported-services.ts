import type { Features } from '../model/features.js';
import { isIp } from '../model/ip.js';
import type { ServiceImport } from '../model/multi-cluster.js';
import type { Service } from '../model/service.js';
import { compareText } from './creation-order.js';
import type { KubernetesCluster } from './kubernetes-cluster.js';
import { serviceHostname } from './kubernetes-service.js';
import type { ClusterServices } from './merge-clusters.js';

const CLUSTER_SET = 'clusterset.local';

/** The host of a Service that the Multi-Cluster Services API makes known to all Kubernetes clusters. */
export function clusterSetHostname(name: string, namespace: string): string {
  return serviceHostname(name, namespace, CLUSTER_SET);
}

export function isClusterSetHostname(host: string): boolean {
  return host.endsWith(`.${CLUSTER_SET}`);
}

/**
 * Adds to each Kubernetes cluster a copy of every Service that it imports, with the host and the addresses of the set of
 * clusters. The Service itself may be in any of them; the first that has it gives all else.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/serviceimportcache.go
 */
export function withImports(
  ofClusters: readonly ClusterServices[],
  clusters: readonly KubernetesCluster[],
  domainSuffix: string,
  features: Features,
): readonly ClusterServices[] {
  if (!features.clusterSetHosts) return ofClusters;
  const byHost = new Map<string, Service>();
  for (const service of ofClusters.flatMap(({ services }) => services)) {
    if (!byHost.has(service.hostname)) byHost.set(service.hostname, service);
  }
  return ofClusters.map(({ clusterId, services }) => {
    const imports = clusters.find(({ id }) => id === clusterId)?.admitted.of<ServiceImport>('ServiceImport') ?? [];
    const imported = imports.flatMap(({ metadata: { name, namespace = 'default' }, spec }): Service[] => {
      const real = byHost.get(serviceHostname(name, namespace, domainSuffix));
      const addresses = (spec?.ips ?? []).filter(isIp).sort();
      if (!real || addresses.length === 0) return [];
      const hostname = clusterSetHostname(name, namespace);
      const where = real.cluster === undefined ? {} : { cluster: clusterId };
      return [{ ...real, hostname, address: addresses[0]!, addresses, ...where }];
    });
    const all = [...services, ...imported].sort((a, b) => compareText(a.hostname, b.hostname));
    return { clusterId, services: all };
  });
}
