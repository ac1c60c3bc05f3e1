import { clusterIdOf } from '../model/control-plane.js';
import { API_VERSION } from '../model/api-version.js';
import { hides } from '../model/gap.js';
import type { KubernetesService } from '../model/kubernetes.js';
import type { Gap } from '../model/snapshot.js';
import { isKubernetes, RESOLUTIONS, type Service } from '../model/service.js';
import type { Mesh } from '../xds/mesh.js';
import type { GroundOfAnswer } from './explanation.js';
import { groundOf } from './ground.js';

/** istiod's registry. JSON of `registry [HOST]`: rows as istiod's registryz writes them, and the object behind each. */
export interface RegistryList {
  apiVersion: string;
  kind: 'RegistryList';
  items: RegistryItem[];
  gaps: Gap[];
  ground: GroundOfAnswer;
}

export interface RegistryItem {
  Attributes: Record<string, unknown>;
  ports: { name: string; port: number; protocol: string }[];
  serviceAccounts?: string[];
  creationTime: string | null;
  hostname: string;
  clusterVIPs: { Addresses: Record<string, string[]> | null };
  defaultAddress: string;
  Resolution: number;
  MeshExternal: boolean;
  source: { apiVersion: string; kind: string; namespace: string; name: string; file?: string; line?: number };
}

/** The rows, in istiod's order; of some hosts only, when given. */
export function registryList(mesh: Mesh, hosts?: readonly string[], namespace?: string): RegistryList {
  const wanted = hosts && new Set(hosts);
  const rows = mesh.world.registry.rows.filter(
    (row) => (!wanted || wanted.has(row.hostname)) && (namespace === undefined || row.namespace === namespace),
  );
  return {
    apiVersion: API_VERSION,
    kind: 'RegistryList',
    items: rows.map((row) => registryItem(row, clusterIdOf(mesh.controlPlane))),
    gaps: mesh.snapshot.gaps.filter((gap) => hides(gap, 'Service', 'ServiceEntry', 'Namespace', 'ConfigMap')),
    ground: groundOf(mesh),
  };
}

/** Every Kubernetes cluster that has the Service adds the addresses of its copy. */
function addressesByCluster(row: Service, clusterId: string): Record<string, string[]> {
  return Object.fromEntries(
    [row, ...(row.copies ?? [])].map(({ cluster = clusterId, addresses, address }) => [
      cluster,
      addresses.length > 0 ? [...addresses] : [address],
    ]),
  );
}

function registryItem(row: Service, clusterId: string): RegistryItem {
  const { apiVersion, kind, metadata } = row.source;
  const kubernetes = isKubernetes(row);
  const spec = kubernetes ? ((row.source as KubernetesService).spec ?? {}) : {};
  return {
    Attributes: {
      ServiceRegistry: row.provider,
      Name: row.name,
      Namespace: row.namespace,
      Labels: row.labels ?? {},
      ExportTo: row.exportTo ? Object.fromEntries([...row.exportTo].sort().map((value) => [value, {}])) : null,
      LabelSelectors: row.selector ?? null,
      Type: spec.type ?? '',
      ExternalName: row.externalName ?? '',
      NodeLocal: row.nodeLocal,
      TrafficDistribution: row.trafficDistribution ? (row.trafficDistribution === 'PreferSameNode' ? 2 : 1) : 0,
      ObjectName: kubernetes ? '' : metadata.name,
      PublishNotReadyAddresses: spec.publishNotReadyAddresses ?? false,
    },
    ports: row.ports.map(({ name, number, protocol }) => ({ name, port: number, protocol })),
    ...(row.serviceAccounts.length > 0 && { serviceAccounts: [...row.serviceAccounts] }),
    creationTime: row.created > 0 ? new Date(row.created * 1000).toISOString().replace('.000Z', 'Z') : null,
    hostname: row.hostname,
    clusterVIPs: {
      Addresses: kubernetes ? addressesByCluster(row, clusterId) : null,
    },
    defaultAddress: row.address,
    Resolution: RESOLUTIONS.indexOf(row.resolution),
    MeshExternal: row.meshExternal,
    source: { apiVersion, kind, namespace: row.namespace, name: metadata.name },
  };
}
