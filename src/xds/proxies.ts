import type { Pod } from '../model/kubernetes.js';
import type { Proxy, ProxyType } from '../model/proxy.js';
import { metadataOf, proxyContainer } from '../model/proxy-metadata.js';
import type { KubernetesCluster } from '../registry/kubernetes-cluster.js';
import { NETWORK_LABEL } from '../registry/network-lookup.js';

/** What a Pod is to istiod. */
export type PodRole = { proxy: Proxy } | { notProxy: 'no-sidecar' | 'ambient' | 'proxyless' | 'ztunnel' };

/**
 * The proxy that a Pod runs, or why it runs none. The container may be an init container (native sidecar).
 * istiod 1.28 manifests/charts/istio-control/istio-discovery/files
 */
export function roleOf(pod: Pod, cluster: KubernetesCluster, ofSeveral: boolean): PodRole {
  const container = proxyContainer(pod);
  const labels = pod.metadata.labels ?? {};
  if (labels['app'] === 'ztunnel' && (pod.spec?.containers ?? []).some(({ args = [] }) => args.includes('ztunnel'))) {
    return { notProxy: 'ztunnel' };
  }
  if (!container) {
    const captured = pod.metadata.annotations?.['ambient.istio.io/redirection'] === 'enabled';
    return { notProxy: captured ? 'ambient' : 'no-sidecar' };
  }
  const metadata = metadataOf(container);
  if (metadata('GENERATOR') === 'grpc') return { notProxy: 'proxyless' };
  // The injector writes both; Gateways that istiod deploys have the variable alone.
  const network = metadata('NETWORK') || labels[NETWORK_LABEL];
  const version = metadata('ISTIO_VERSION') || versionOfImage(container.image);
  const networkView = metadata('REQUESTED_NETWORK_VIEW');
  return {
    proxy: {
      name: pod.metadata.name,
      namespace: pod.metadata.namespace ?? 'default',
      type: typeFromArgs(container.args),
      labels: cluster.placeOf(pod).labels,
      ...(ofSeveral && { cluster: cluster.id }),
      ...(network && { network }),
      ...(version && { version }),
      ...(networkView && { networkView: networkView.split(',') }),
      ...(metadata('DISABLE_HBONE_SEND') === 'true' && { sendsHbone: false }),
      ...(pod.spec?.nodeName && { node: pod.spec.nodeName }),
      pod,
    },
  };
}

function typeFromArgs(args: readonly string[] | undefined): ProxyType {
  const role = args?.[0] === 'proxy' ? args[1] : undefined;
  return role === 'router' || role === 'waypoint' ? role : 'sidecar';
}

/** Variants of an image share the version: `1.28.2-distroless`. */
function versionOfImage(image: string | undefined): string | undefined {
  return /:(\d+\.\d+[^@:]*?)(?:-distroless|-debug)?(?:@|$)/.exec(image ?? '')?.[1];
}
