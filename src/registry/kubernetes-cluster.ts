import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { Labels } from '../model/labels.js';
import type { Resource } from '../model/resource.js';
import type { InvalidValue } from '../model/snapshot.js';
import { admit, type Admitted } from './admit.js';
import { networkLookup } from './network-lookup.js';

/** One Kubernetes cluster as istiod reads it. A plain mesh has one, its config cluster. */
export interface KubernetesCluster {
  /** What endpoints and proxies carry as `topology.istio.io/cluster`. */
  id: string;
  admitted: Admitted;
  nodes: ReadonlyMap<string, Resource>;
  /** Of Pods, in the order in which they count. */
  localityLabels: readonly string[];
  /** The network of an address there; empty when nothing names one. */
  networkOf: (address: string, labels: Labels | undefined) => string;
}

/** Mesh config and selectors are the config cluster's; what they judge are the cluster's own namespaces. */
export function kubernetesCluster(
  id: string,
  resources: readonly Resource[],
  controlPlane: ControlPlane,
  features: Features,
  invalid: readonly InvalidValue[],
): KubernetesCluster {
  const admitted = admit(resources, controlPlane, features, invalid);
  return {
    id,
    admitted,
    nodes: new Map(admitted.of('Node').map((node) => [node.metadata.name, node])),
    localityLabels: features.localityLabels,
    networkOf: networkLookup(id, admitted, controlPlane, features),
  };
}
