import { API_VERSION } from '../model/api-version.js';
import { distinct } from '../model/distinct.js';
import type { Proxy } from '../model/proxy.js';
import type { FieldRef } from '../model/resource.js';
import type { Gap } from '../model/snapshot.js';
import type { Undetermined } from '../model/undetermined.js';
import { compareText } from '../registry/creation-order.js';
import { hostPort, type Endpoint } from '../registry/endpoint.js';
import type { Mesh } from '../xds/mesh.js';
import type { GroundOfAnswer, ProxyRef } from './explanation.js';
import { relevantGaps } from './gaps.js';
import { groundOf } from './ground.js';
import { proxyRef } from './proxy-ref.js';
import { recordRun } from './record.js';

/** The outbound clusters of a proxy. JSON of `clusters WORKLOAD`. */
export interface ClusterList {
  apiVersion: string;
  kind: 'ClusterList';
  proxy: ProxyRef;
  /** `namespace/name` of the governing Sidecar. */
  sidecar?: string;
  items: ClusterItem[];
  /** Clusters that EnvoyFilters add. */
  added: AddedItem[];
  /** Clusters that every proxy of the type has. */
  static: string[];
  undetermined: Undetermined[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}

export interface ClusterItem {
  name: string;
  type: string;
  /** `namespace/name/host`, as in the cluster's metadata. */
  service: string;
  /** `namespace/name` of the DestinationRule. */
  rule?: string;
  /** `address:port` or the path of a socket, sorted, followed by ` UNHEALTHY` or ` DRAINING` where so. */
  endpoints: string[];
  /** Other lists that istiod may hold. */
  otherEndpoints?: string[][];
  port: number;
  subset?: string;
  /** The patches of EnvoyFilters that change it. */
  patchedBy?: FieldRef[];
  /** istiod sends several clusters of this name. */
  duplicate?: boolean;
}

export interface AddedItem {
  name: string;
  type: string;
  /** `address:port`, sorted, as for `items`. */
  endpoints: string[];
  by: FieldRef;
}

export function clusterList(mesh: Mesh, proxy: Proxy): ClusterList {
  const { config, points } = recordRun(mesh, proxy);
  const { sidecar } = config.scope;
  const items = config.clusters.map((cluster): ClusterItem => {
    const { name, type, service, rule, endpoints, otherEndpoints, port, subset, patchedBy, duplicate } = cluster;
    return {
      name,
      type,
      service: `${service.namespace}/${service.name}/${service.hostname}`,
      ...(rule && { rule: `${rule.metadata.namespace}/${rule.metadata.name}` }),
      endpoints: endpoints.map(endpointText).sort(),
      ...(otherEndpoints && { otherEndpoints: otherEndpoints.map((list) => list.map(endpointText).sort()) }),
      port,
      ...(subset && { subset }),
      ...(patchedBy && { patchedBy: [...patchedBy] }),
      ...(duplicate && { duplicate }),
    };
  });
  const own = config.clusters.flatMap(({ point }) => point ?? []);
  return {
    apiVersion: API_VERSION,
    kind: 'ClusterList',
    proxy: proxyRef(proxy),
    ...(sidecar && { sidecar: `${sidecar.metadata.namespace}/${sidecar.metadata.name}` }),
    items: items.sort((a, b) => compareText(a.name, b.name)),
    added: config.added.map(({ name, type, endpoints, by }) => ({
      ...{ name, type, by },
      endpoints: endpoints.map(endpointText).sort(),
    })),
    static: [...config.staticClusters],
    undetermined: distinct([...points, ...own]),
    gaps: relevantGaps(mesh, proxy),
    ground: groundOf(mesh),
  };
}

export function endpointText({ address, port, health }: Endpoint): string {
  return `${hostPort(address, port)}${health === 'HEALTHY' ? '' : ` ${health}`}`;
}
