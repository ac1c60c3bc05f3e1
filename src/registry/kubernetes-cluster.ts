import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { Pod } from '../model/kubernetes.js';
import type { Resource } from '../model/resource.js';
import type { InvalidValue } from '../model/snapshot.js';
import { admit, type Admitted } from './admit.js';
import { networkLookup, type NetworkOf } from './network-lookup.js';
import { podPlaces, type PodPlace } from './pod-places.js';

/** One Kubernetes cluster as istiod reads it. A plain mesh has one, its config cluster. */
export interface KubernetesCluster {
  /** What endpoints and proxies carry as `topology.istio.io/cluster`. */
  id: string;
  admitted: Admitted;
  nodes: ReadonlyMap<string, Resource>;
  /** Where a Pod of the cluster runs. */
  placeOf: (pod: Pod) => PodPlace;
  /** The network of an address there; empty when nothing names one. */
  networkOf: NetworkOf;
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
  const networkOf = networkLookup(id, admitted, controlPlane, features);
  const { watchedNamespace } = features;
  const reads = (namespace: string) =>
    admitted.discovers(namespace) && (!watchedNamespace || namespace === watchedNamespace);
  const nodes = new Map(admitted.of('Node').map((node) => [node.metadata.name, node]));
  return { id, admitted, nodes, placeOf: podPlaces(id, nodes, networkOf, reads, features), networkOf };
}
