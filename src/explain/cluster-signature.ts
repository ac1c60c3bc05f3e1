import type { Cluster } from '../xds/cluster.js';

/** Equal for clusters that lead to the same place by the same rule. */
export function clusterSignature({ name, type, service, rule, endpoints }: Cluster): string {
  const list = endpoints.map(({ address, port, health }) => `${address}:${port} ${health}`).sort();
  return `${name} ${type} ${service.namespace} ${rule?.metadata.namespace}/${rule?.metadata.name} ${list.join()}`;
}
