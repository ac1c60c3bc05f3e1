import type { ReasonEntry } from './entry.js';

/** Reasons of meshes of several Kubernetes clusters. */
export const KUBERNETES_CLUSTER_REASONS = {
  'later-cluster': {
    stage: 'registry',
    text: 'istiod met cluster {first} earlier, which has this Service too: of the copy in {cluster} only addresses and endpoints count',
    todo: 'Keep the copies equal: ports, exportTo, labels and age come from the first alone.',
  },
  'port-of-later-cluster': {
    stage: 'registry',
    text: 'ports {ports} exist in cluster {cluster} alone: the copy of {first} came first and has no ports of these names, so nobody sees them and their endpoints are left out',
    todo: 'Give the Service the same ports, by name, in every cluster.',
  },
  'cluster-local': {
    stage: 'endpoints',
    text: "the host is cluster-local, and port {port} has no endpoint in the proxy's own Kubernetes cluster",
    todo: 'Set clusterLocal: false for the host in serviceSettings of the mesh config, or run the workload in this cluster.',
  },
  'network-gateway-ignored': {
    stage: 'endpoints',
    text: 'endpoints of network {network} are sent as if they could be reached: its gateway {service} is ignored, as the network lists no cluster that has this Service as fromRegistry',
    todo: 'Add fromRegistry with the name of that cluster to the network, or give the gateway by address.',
  },
  'network-gateway-without-port': {
    stage: 'endpoints',
    text: 'endpoints of network {network} are sent as if they could be reached: Service {service} is labelled as its gateway, but has no port {port}',
    todo: 'Add the port to the Service, or name another of its ports in its label networking.istio.io/gatewayPort.',
  },
} as const satisfies Record<string, ReasonEntry>;
