import type { Proxy } from '../model/proxy.js';
import type { Gap } from '../model/snapshot.js';
import type { Mesh } from '../xds/mesh.js';
import type { Verdict } from './explanation.js';

/** Kinds whose objects could add the host, or take it away. */
const CAN_ADD = new Set(['Service', 'ServiceEntry', 'VirtualService', 'Gateway']);
const CAN_NARROW = new Set(['Sidecar', 'Namespace', 'ConfigMap']);
/** Kinds that only change what a cluster is like. */
const CAN_SHAPE = new Set([
  'DestinationRule',
  'EndpointSlice',
  'Pod',
  'WorkloadEntry',
  'Node',
  'PeerAuthentication',
  'EnvoyFilter',
]);

/** The gaps that an answer about a proxy could depend on. */
export function relevantGaps(mesh: Mesh, proxy: Proxy): Gap[] {
  return mesh.snapshot.gaps.filter((gap) => matters(gap, mesh, proxy));
}

function matters(gap: Gap, mesh: Mesh, proxy: Proxy): boolean {
  if (gap.cause === 'not-installed') return false;
  const { kind, namespace, readNamespaces } = gap;
  if (kind === 'Sidecar') {
    if (proxy.type !== 'sidecar') return false;
    const needed = [proxy.namespace, mesh.controlPlane.meshConfig.rootNamespace];
    if (namespace) return needed.includes(namespace);
    return !needed.every((name) => readNamespaces?.includes(name));
  }
  if (kind === 'Namespace') return (mesh.controlPlane.meshConfig.discoverySelectors ?? []).length > 0;
  if (kind === 'Gateway') return proxy.type === 'router' && mesh.features.filterGatewayClusters;
  return CAN_ADD.has(kind) || CAN_NARROW.has(kind) || CAN_SHAPE.has(kind);
}

/** What a verdict is worth where something could not be read: only what a hidden object cannot change is still said. */
export function verdictWithGaps(verdict: Verdict, gaps: readonly Gap[]): Verdict {
  if (gaps.some(({ kind }) => CAN_NARROW.has(kind))) return 'undetermined';
  const addable = gaps.some(({ kind }) => CAN_ADD.has(kind));
  const dns = gaps.some(({ kind }) => kind === 'Pod' || kind === 'WorkloadEntry');
  return verdict === 'absent' && (addable || dns) ? 'undetermined' : verdict;
}
