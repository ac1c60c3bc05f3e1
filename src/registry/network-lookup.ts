import { coveringPrefix } from '../model/cidr.js';
import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { Labels } from '../model/labels.js';
import type { MeshNetworks } from '../model/mesh-networks.js';
import type { Admitted } from './admit.js';

export const NETWORK_LABEL = 'topology.istio.io/network';

export type NetworkOf = (address: string, labels: Labels | undefined) => string;

/**
 * Says which network an address of a Kubernetes cluster belongs to: its label, the label of istiod's namespace there, the
 * network that names the cluster, the widest CIDR that holds it.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/controller.go: Network
 */
export function networkLookup(
  clusterId: string,
  admitted: Admitted,
  controlPlane: ControlPlane,
  features: Features,
): NetworkOf {
  const system = controlPlane.namespace;
  const read = features.systemNetworkUndiscovered || admitted.discovers(system);
  const ofNamespace = read ? admitted.namespaces.get(system)?.metadata.labels?.[NETWORK_LABEL] : undefined;
  const ofRegistry = networkOfRegistry(clusterId, controlPlane.meshNetworks);
  const cidrs = Object.entries(controlPlane.meshNetworks ?? {}).flatMap(([name, { endpoints = [] }]) =>
    endpoints.flatMap(({ fromCidr }) => (fromCidr ? [{ name, cidr: fromCidr }] : [])),
  );
  return (address, labels) =>
    labels?.[NETWORK_LABEL] || ofNamespace || ofRegistry || (cidrs.length > 0 && byCidr(cidrs, address)) || '';
}

/** The first network that lists the cluster; of several istiod takes any. */
export function networkOfRegistry(clusterId: string, networks: MeshNetworks | undefined): string | undefined {
  return Object.entries(networks ?? {}).find(([, { endpoints = [] }]) =>
    endpoints.some(({ fromRegistry }) => fromRegistry === clusterId),
  )?.[0];
}

function byCidr(cidrs: readonly { name: string; cidr: string }[], address: string): string | undefined {
  let widest: { name: string; prefix: number } | undefined;
  for (const { name, cidr } of cidrs) {
    const prefix = coveringPrefix(cidr, address);
    if (prefix !== undefined && (!widest || prefix < widest.prefix)) widest = { name, prefix };
  }
  return widest?.name;
}
