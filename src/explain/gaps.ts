import { hides } from '../model/gap.js';
import type { Proxy } from '../model/proxy.js';
import type { Gap } from '../model/snapshot.js';
import type { Undetermined } from '../model/undetermined.js';
import { ingressMode } from '../scope/ingress/ingress-class.js';
import type { Mesh } from '../xds/mesh.js';
import { couldChange, isRead, type HostAnswer } from './gap-effects.js';

/** Kinds that decide which clusters a proxy has, or what they are like. */
const DECIDING = [
  ...['Service', 'ServiceEntry', 'VirtualService', 'Sidecar', 'Namespace', 'ConfigMap', 'Deployment', 'Gateway'],
  ...['DestinationRule', 'EndpointSlice', 'Pod', 'WorkloadEntry', 'Node', 'PeerAuthentication', 'EnvoyFilter'],
  ...['RequestAuthentication', 'ServiceImport', 'ServiceExport', 'Ingress', 'IngressClass'],
];

/** The gaps that an answer about a proxy could depend on. */
export function relevantGaps(mesh: Mesh, proxy: Proxy): Gap[] {
  return mesh.snapshot.gaps.filter((gap) => matters(gap, mesh, proxy));
}

function matters(gap: Gap, mesh: Mesh, proxy: Proxy): boolean {
  if (!hides(gap, ...DECIDING)) return false;
  const filtered = proxy.type === 'router' && mesh.features.filterGatewayClusters;
  switch (gap.kind) {
    case 'Sidecar':
      return proxy.type === 'sidecar' && !isRead(gap, proxy.namespace, mesh.controlPlane.meshConfig.rootNamespace);
    case 'ServiceImport':
      return mesh.features.clusterSetHosts;
    case 'ServiceExport':
      return mesh.features.exportedServicesOnly;
    case 'Gateway':
    case 'RequestAuthentication':
      return filtered;
    case 'Ingress':
    case 'IngressClass':
      return filtered && ingressMode(mesh.controlPlane.meshConfig) !== 'OFF';
    case 'Namespace':
      return selectsNamespaces(mesh) || hasChoiceOfRevision(mesh);
    case 'ConfigMap':
      return gap.namespace === undefined || gap.namespace === mesh.controlPlane.namespace;
    case 'Deployment':
      return mesh.controlPlane.workload === undefined;
    default:
      return true;
  }
}

/** Why the verdict on a host is not certain: each gap in which an object may hide that would turn it around. */
export function doubtsFrom(gaps: readonly Gap[], answer: HostAnswer): Undetermined[] {
  return gaps.flatMap((gap): Undetermined[] => {
    const effect = couldChange(gap, answer);
    if (effect === undefined) return [];
    return [{ code: 'unread', because: `${unreadText(gap)}: ${effect}`, host: answer.host }];
  });
}

/** What could not be read, as a clause: `not allowed to list services outside shop`. */
export function unreadText({ cause, verb, kind, resource, cluster, readNamespaces }: Gap): string {
  const what = cause === 'forbidden' ? `not allowed to ${verb}` : `could not ${verb}`;
  const whose = cluster !== undefined && kind !== 'Cluster' ? ` of cluster ${cluster}` : '';
  const where = readNamespaces?.length ? ` outside ${readNamespaces.join(', ')}` : '';
  return `${what} ${resource}${whose}${where}`;
}

function selectsNamespaces({ controlPlane: { meshConfig }, features }: Mesh): boolean {
  if ((meshConfig.discoverySelectors ?? []).length > 0) return true;
  return features.serviceEntryVisibility && (meshConfig.serviceEntryVisibility?.policies ?? []).length > 0;
}

/** Labels of namespaces say which of several istiods serves a workload. */
function hasChoiceOfRevision({ snapshot }: Mesh): boolean {
  return snapshot.controlPlanes.length > 1;
}
