import type { Proxy } from '../model/proxy.js';
import type { Resource } from '../model/resource.js';
import type { Mesh } from '../xds/mesh.js';

/** What istiod tells proxies of a namespace apart by; where they run only orders endpoints, unless a selector asks for it. */
export function likeness({ namespace, type, labels, cluster }: Proxy, byTopology: boolean): string {
  const own = Object.entries(labels).filter(([key]) => byTopology || !key.startsWith(TOPOLOGY));
  return JSON.stringify([namespace, type, cluster, own.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

const TOPOLOGY = 'topology.';

/** Whether any object selects workloads by where they run. */
export function selectsByTopology({ admitted }: Mesh): boolean {
  return ['Sidecar', 'AuthorizationPolicy', 'EnvoyFilter', 'DestinationRule', 'Telemetry'].some((kind) =>
    admitted
      .of<Resource & { spec?: { selector?: unknown; workloadSelector?: unknown } }>(kind)
      .some(({ spec }) => JSON.stringify([spec?.selector, spec?.workloadSelector]).includes(`"${TOPOLOGY}`)),
  );
}
