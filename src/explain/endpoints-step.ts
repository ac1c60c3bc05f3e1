import { isIp } from '../model/ip.js';
import type { ServiceEntry } from '../model/istio.js';
import { serviceKey, serviceText, type Service } from '../model/service.js';
import { compareText } from '../registry/creation-order.js';
import type { Cluster } from '../xds/cluster.js';
import type { Mesh } from '../xds/mesh.js';
import { endpointState, type EndpointState } from './endpoint-state.js';
import type { Step } from './explanation.js';

/** Whether the clusters of a host can be reached. */
export function endpointsStep(
  clusters: readonly Cluster[],
  row: Service,
  mesh: Mesh,
): Omit<Step, 'stage' | 'outcome'> | undefined {
  const whole = clusters.filter(({ subset }) => subset === '');
  const main = whole.length > 0 ? whole : clusters;
  const states = main.map((cluster) => ({ cluster, state: endpointState(cluster, mesh) }));
  if (states.length === 0) return undefined;
  const problem = states.find(({ state }) => state.problem)?.state.problem;
  const details = [
    ...(summary(states).perPort ? states.map(({ cluster, state }) => `${cluster.port}: ${state.text}`) : []),
    ...clusters
      .filter((cluster) => !main.includes(cluster))
      .map((cluster) => `${cluster.subset} on port ${cluster.port}: ${endpointState(cluster, mesh).text}`),
    ...unused(clusters, row),
    ...perCluster(main, row),
    ...throughGateways(clusters),
    ...fromOthers(clusters, row, mesh),
  ];
  return {
    text: summary(states).text,
    ...(problem && { problem }),
    ...(details.length > 0 && { details }),
  };
}

/** One port is told in a line, two equal ones as well; more get a line each. */
function summary(states: readonly { cluster: Cluster; state: EndpointState }[]): { text: string; perPort: boolean } {
  const texts = new Set(states.map(({ state }) => state.text));
  if (texts.size === 1) return { text: [...texts][0]!, perPort: false };
  const failing = states.filter(({ state }) => state.problem).length;
  const text = failing > 0 ? `none ready on ${failing} of ${states.length} ports` : `ready on ${states.length} ports`;
  return { text, perPort: true };
}

/** Fields that do nothing with resolution NONE. */
function unused(clusters: readonly Cluster[], row: Service): string[] {
  if (row.source.kind !== 'ServiceEntry' || !clusters.some(({ type }) => type === 'ORIGINAL_DST')) return [];
  if (row.resolution !== 'Passthrough') return [];
  const { workloadSelector, endpoints = [] } = (row.source as ServiceEntry).spec ?? {};
  const fields = [...(workloadSelector ? ['workloadSelector'] : []), ...(endpoints.length > 0 ? ['endpoints'] : [])];
  return fields.map((field) => `spec.${field} has no effect with resolution NONE`);
}

/** Which Kubernetes clusters the endpoints of a Service are in, where the mesh has several. */
function perCluster(clusters: readonly Cluster[], row: Service): string[] {
  if (row.cluster === undefined) return [];
  const counts = new Map<string, number>();
  for (const { endpoints } of clusters) {
    for (const { clusterId, behindGateway } of endpoints) {
      if (!behindGateway) counts.set(clusterId, (counts.get(clusterId) ?? 0) + 1);
    }
  }
  const texts = [...counts].sort(([a], [b]) => compareText(a, b)).map(([name, count]) => `${count} in cluster ${name}`);
  return texts.length > 0 ? [texts.join(', ')] : [];
}

/** Addresses that stand in for endpoints of another network. */
function throughGateways(clusters: readonly Cluster[]): string[] {
  const texts = clusters.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ address, port, network, behindGateway }) => {
      const name = isIp(address) ? '' : ', a name that istiod resolves';
      return behindGateway ? `${address}:${port} is the gateway of network ${network}${name}` : [];
    }),
  );
  return [...new Set(texts)];
}

/** Endpoints are kept for each namespace and host, whichever object they come from. */
function fromOthers(clusters: readonly Cluster[], row: Service, { world }: Mesh): string[] {
  const [first] = clusters;
  if (!first) return [];
  const addresses = new Set(
    clusters.flatMap(({ endpoints }) => endpoints.map(({ address, port }) => `${address} ${port}`)),
  );
  const counts = new Map<string, number>();
  for (const { service, endpoints } of world.registry.endpoints.instancesOf(serviceKey(first.service))) {
    if (service.source === row.source) continue;
    const name = serviceText(service);
    const used = new Set(
      endpoints.map(({ address, port }) => `${address} ${port}`).filter((key) => addresses.has(key)),
    );
    if (used.size > 0) counts.set(name, used.size);
  }
  return [...counts].map(
    ([name, count]) =>
      `${count} of them from ${name}: endpoints are kept by namespace and host, whichever object brings them`,
  );
}
