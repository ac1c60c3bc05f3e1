import { hides } from '../model/gap.js';
import { isClusterSetHostname } from '../model/host.js';
import { isMapping } from '../model/mapping.js';
import type { RegistryzRow } from '../model/registryz.js';
import type { Resource } from '../model/resource.js';
import type { Gap } from '../model/snapshot.js';
import type { Mesh } from '../xds/mesh.js';
import type { Candidate } from './explanation.js';
import { isRead } from './gap-effects.js';
import { unreadText } from './gaps.js';
import { reasonText } from './reason-text.js';
import type { RegistryItem } from './registry-list.js';
import { unreadByHost } from './unread.js';

/** What may make a row differ, as far as both sides tell. */
export interface DifferenceCause {
  /**
   * `unread`: something could not be read here. `order`: which of several Kubernetes clusters istiod got to know first is not
   * known. `cluster`: istiod reads one that was not read here. `refused`: istiod is not expected to take the object. `gone`: it
   * was not there to be read. `changed`: both sides saw another version of it. `manifest`: it was never in a cluster.
   */
  code: 'unread' | 'order' | 'cluster' | 'refused' | 'gone' | 'changed' | 'manifest';
  text: string;
}

/** A row that the two sides do not have alike. */
export interface Difference {
  outcome: 'differs' | 'only-istiod' | 'only-here';
  hostname: string;
  namespace: string;
  provider: string;
  /** The object behind our row. */
  source?: RegistryItem['source'];
  /** The fields that differ, named as in the page. */
  fields?: { field: string; istiod: unknown; here: unknown }[];
}

/** What is looked up for every difference. */
export interface DifferenceContext {
  mesh: Mesh;
  /** By host: the objects that istiod is not expected to take. */
  refused: ReadonlyMap<string, readonly Candidate[]>;
  /** By kind, namespace and name: what may be behind a row. */
  objects: ReadonlyMap<string, Resource>;
}

export function differenceContext(mesh: Mesh): DifferenceContext {
  const objects = mesh.snapshot.resources.filter(({ kind }) => kind === 'Service' || kind === 'ServiceEntry');
  const keyed = objects.map(
    (one) => [keyOf(one.kind, one.metadata.namespace ?? 'default', one.metadata.name), one] as const,
  );
  return { mesh, refused: unreadByHost(mesh), objects: new Map(keyed) };
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}

/** The causes of one difference, in the order in which to look after them. */
export function causesOf(
  difference: Difference,
  istiod: RegistryzRow | undefined,
  context: DifferenceContext,
): DifferenceCause[] {
  const { mesh } = context;
  return [
    ...unread(difference, mesh),
    ...unknownOrder(difference, mesh),
    ...(istiod ? unknownClusters(istiod, mesh) : []),
    ...(istiod && difference.outcome === 'only-istiod' ? notHere(difference, istiod, context) : []),
    ...(istiod && difference.source ? ofObject(difference, istiod, context) : []),
  ];
}

function unread({ outcome, hostname, namespace, provider }: Difference, { snapshot, controlPlane }: Mesh) {
  const own = provider === 'Kubernetes' ? ['Service'] : ['ServiceEntry'];
  if (isClusterSetHostname(hostname)) own.push('ServiceImport');
  // Their labels and settings decide what istiod reads, and what a row says of the mesh.
  const ofMesh = ['ConfigMap', ...((controlPlane.meshConfig.discoverySelectors ?? []).length > 0 ? ['Namespace'] : [])];
  if (controlPlane.workload === undefined) ofMesh.push('Deployment');
  const matters = (gap: Gap) =>
    hides(gap, ...ofMesh) || (outcome !== 'only-here' && hides(gap, ...own) && !isRead(gap, namespace));
  return snapshot.gaps
    .filter(matters)
    .map((gap): DifferenceCause => ({ code: 'unread', text: `${unreadText(gap)}: ${gap.message}` }));
}

function unknownOrder({ hostname }: Difference, { snapshot, world }: Mesh): DifferenceCause[] {
  const several = (snapshot.remotes?.length ?? 0) > 1 && snapshot.remotesInOrder !== true;
  if (!several || ![...(world.registry.byHost.get(hostname)?.values() ?? [])].some(({ copies }) => copies)) return [];
  return [
    {
      code: 'order',
      text: 'several Kubernetes clusters have it, and which of them istiod got to know first is not known',
    },
  ];
}

/** istiod keeps the addresses of a Kubernetes Service by cluster. */
function unknownClusters({ clusterVIPs }: RegistryzRow, { clusters }: Mesh): DifferenceCause[] {
  const addresses = isMapping(clusterVIPs) ? clusterVIPs['Addresses'] : undefined;
  if (!isMapping(addresses)) return [];
  const known = new Set(clusters.map(({ id }) => id));
  return Object.keys(addresses)
    .filter((id) => !known.has(id))
    .map((id) => ({ code: 'cluster', text: `istiod knows it from Kubernetes cluster ${id}, which was not read here` }));
}

function notHere(
  { hostname, namespace, provider }: Difference,
  { Attributes }: RegistryzRow,
  { refused: all, objects }: DifferenceContext,
): DifferenceCause[] {
  const refused = (all.get(hostname) ?? []).filter(({ source }) => source.namespace === namespace);
  if (refused.length > 0) {
    return refused.map(({ source, reason }): DifferenceCause => {
      const why = reason ? reasonText(reason) : 'it is not read';
      return { code: 'refused', text: `${source.kind} ${source.namespace}/${source.name} has it: ${why}` };
    });
  }
  const kind = provider === 'Kubernetes' ? 'Service' : 'ServiceEntry';
  const name = String(Attributes['ObjectName'] || (kind === 'Service' ? Attributes['Name'] : ''));
  if (name === '') return [];
  const text = objects.has(keyOf(kind, namespace, name))
    ? `${kind} ${namespace}/${name} does not have this host`
    : `there is no ${kind} ${namespace}/${name}`;
  return [{ code: 'gone', text: `${text}: it changed since, or istiod is behind` }];
}

function ofObject(
  { source }: Difference,
  { ResourceVersion }: RegistryzRow,
  { objects }: DifferenceContext,
): DifferenceCause[] {
  const what = keyOf(source!.kind, source!.namespace, source!.name);
  const object = objects.get(what);
  if (!object) return [];
  const { resourceVersion, creationTimestamp } = object.metadata as {
    resourceVersion?: unknown;
  } & Resource['metadata'];
  if (!creationTimestamp) {
    const text = `${what} is a manifest: what the API server sets, such as times and addresses, is not in it`;
    return [{ code: 'manifest', text }];
  }
  if (typeof resourceVersion !== 'string' || typeof ResourceVersion !== 'string' || ResourceVersion === '') return [];
  if (resourceVersion === ResourceVersion) return [];
  const text = `istiod has version ${ResourceVersion} of ${what}, here it is ${resourceVersion}: it changed in between, or istiod is behind`;
  return [{ code: 'changed', text }];
}
