import { findWorkload, isProblem, type Workload } from '../explain/find-workload.js';
import type { WithoutProxy } from '../explain/without-proxy.js';
import { unreadText } from '../explain/gaps.js';
import { proxyOfWorkload, WITHOUT_PROXY } from '../explain/proxy-of-workload.js';
import { controlPlaneOf } from '../model/control-plane-of.js';
import type { ControlPlane } from '../model/control-plane.js';
import { hides } from '../model/gap.js';
import type { Labels } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import { parseVersion } from '../model/version.js';
import { cleanText } from '../output/clean.js';
import { read, ReadError, type Loaded } from '../sources/read.js';
import { Mesh } from '../xds/mesh.js';
import { CannotTellError, UsageError } from './errors.js';
import type { SourceFlags } from './flags.js';
import { progressLine } from './progress.js';

/** What was read, and the engine on it. */
export interface Session {
  loaded: Loaded;
  namespace: string;
  /** Sentences for stderr. */
  notes: string[];
}

/** A workload of the mesh as the istiod that serves it sees it. */
export type Target = { mesh: Mesh; notes: string[] } & ({ proxy: Proxy } | WithoutProxy);

/** Reads the mesh that the flags name, with progress on a terminal. */
export async function openSession(flags: SourceFlags, quiet: boolean): Promise<Session> {
  checkFlags(flags);
  const progress = progressLine(process.stderr, quiet);
  try {
    const loaded = await read(readFlags(flags), { progress: progress.show });
    return { loaded, namespace: flags.namespace ?? loaded.namespace, notes: [...loaded.notes] };
  } catch (error) {
    if (error instanceof ReadError) throw new CannotTellError(cleanText(error.message), error.hint, { cause: error });
    throw error;
  } finally {
    progress.clear();
  }
}

/** What is wrong with the command line whatever the mesh holds. */
export function checkFlags(flags: SourceFlags): void {
  const { 'istio-version': version, 'request-timeout': timeout, filename = [] } = flags;
  if (version !== undefined && !parseVersion(version))
    throw new UsageError(`--istio-version ${version}: not a version`, 'Write it as 1.28.2.');
  if (timeout !== undefined && !/^(\d+|(\d+(\.\d+)?(ms|s|m|h))+)$/.test(timeout))
    throw new UsageError(`--request-timeout ${timeout}: not a duration`, 'Write it as 30s or 2m; 0 is no limit.');
  if (filename.includes('')) throw new UsageError('-f needs the name of a file or directory', 'Or - for stdin.');
}

/** The flags by the names that reading knows them by. */
export function readFlags(flags: SourceFlags) {
  const {
    'as-group': asGroup,
    'cluster-context': clusterContext,
    'request-timeout': requestTimeout,
    'istio-version': istioVersion,
    ...rest
  } = flags;
  const all = { ...rest, asGroup, clusterContext, requestTimeout, istioVersion };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The mesh as one istiod sees it, for questions that no workload asks. */
export function meshOf({ loaded }: Session, revision: string | undefined): Mesh {
  const { controlPlanes } = loaded.snapshot;
  const plane = revision === undefined ? controlPlanes[0] : byRevision(controlPlanes, revision);
  return new Mesh(loaded.snapshot, plane!);
}

/** Every proxy under the istiod that serves it, or all under one revision's. */
export function meshesOf(session: Session, revision: string | undefined): { mesh: Mesh; proxies: readonly Proxy[] }[] {
  const { snapshot } = session.loaded;
  if (revision !== undefined || snapshot.controlPlanes.length === 1) {
    const mesh = meshOf(session, revision);
    return [{ mesh, proxies: mesh.proxies }];
  }
  return snapshot.controlPlanes.map((plane) => {
    const mesh = new Mesh(snapshot, plane);
    return {
      mesh,
      proxies: mesh.proxies.filter(({ pod }) => pod && controlPlaneOf(snapshot, pod).controlPlane === plane),
    };
  });
}

/** Finds a workload and its istiod. Throws CannotTellError when there is none, UsageError when the argument is ambiguous. */
export function targetOf(session: Session, text: string, labels: Labels, revision: string | undefined): Target {
  const { snapshot } = session.loaded;
  const found = findWorkload(snapshot, { text, namespace: session.namespace, labels });
  if (isProblem(found)) {
    const near =
      found.near.length > 0
        ? `Try: ${found.near.join(', ')}`
        : 'Name a pod, a pod.namespace, or a type/name such as deployment/web.';
    if (found.kind === 'ambiguous') throw new UsageError(found.message, near);
    throw new CannotTellError(found.message, [...unseen(session, WHERE_WORKLOADS_STAND), near].join('\n'));
  }
  const { controlPlane, note } = planeFor(session, found, revision);
  const mesh = new Mesh(snapshot, controlPlane);
  const notes = [...('note' in found && found.note ? [found.note] : []), ...(note ? [note] : [])];
  const role = proxyOfWorkload(found, mesh);
  if ('proxy' in role) return { mesh, notes, proxy: role.proxy };
  const { name, namespace = 'default' } = metadataOf(found);
  return {
    mesh,
    notes,
    notProxy: role.notProxy,
    name,
    namespace,
    text: `${namespace}/${name} ${WITHOUT_PROXY[role.notProxy]}`,
    ...(found.kind === 'pod' && { pod: found.pod }),
  };
}

function metadataOf(found: Workload): { name: string; namespace?: string } {
  return found.kind === 'pod' ? found.pod.metadata : found.kind === 'workload-entry' ? found.entry.metadata : found;
}

function planeFor(
  session: Session,
  found: Workload,
  revision: string | undefined,
): { controlPlane: ControlPlane; note?: string } {
  const { snapshot } = session.loaded;
  if (revision !== undefined) return { controlPlane: byRevision(snapshot.controlPlanes, revision) };
  const metadata = { ...metadataOf(found), ...(found.kind === 'imagined' && { labels: { ...found.labels } }) };
  const remote = snapshot.remotes?.find(({ name }) => name === found.cluster);
  const own = controlPlaneOf(
    remote ? { ...snapshot, resources: remote.resources } : snapshot,
    found.kind === 'pod' ? found.pod : { metadata },
  );
  if (own.controlPlane) return { controlPlane: own.controlPlane };
  const known = snapshot.controlPlanes.map((plane) => plane.revision || 'default').join(', ');
  throw new CannotTellError(
    `the workload belongs to revision ${own.revision ?? 'default'} (${own.by}), and no istiod of that revision was found`,
    [...unseen(session, WHERE_ISTIODS_STAND), `Found: ${known}. Use --revision to answer as one of these would.`].join(
      '\n',
    ),
  );
}

const WHERE_WORKLOADS_STAND = ['Pod', 'WorkloadEntry', 'ReplicaSet', 'Job'];
const WHERE_ISTIODS_STAND = ['Deployment', 'MutatingWebhookConfiguration', 'Namespace'];

/** What was not found may be what could not be read. */
function unseen({ loaded }: Session, kinds: readonly string[]): string[] {
  return loaded.snapshot.gaps
    .filter((gap) => hides(gap, ...kinds))
    .map((gap) => `${unreadText(gap)}: what is asked for may be there`);
}

function byRevision(planes: readonly ControlPlane[], revision: string): ControlPlane {
  const plane =
    planes.find((candidate) => (candidate.revision || 'default') === revision) ??
    planes.find(({ tags }) => tags.includes(revision));
  if (plane) return plane;
  const known = planes.map((candidate) => candidate.revision || 'default').join(', ');
  throw new UsageError(`no istiod of revision or tag "${revision}" was found`, `Found: ${known}.`);
}
