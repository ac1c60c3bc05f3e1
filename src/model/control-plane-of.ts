import { askedRevision, type AskedRevision, type Workload } from './asked-revision.js';
import type { ControlPlane } from './control-plane.js';
import type { Snapshot } from './snapshot.js';

export interface OwnControlPlane {
  /** Absent when the workload belongs to a revision whose istiod was not found. */
  controlPlane?: ControlPlane;
  /** The revision or tag that was asked for, when something names one. */
  revision?: string;
  /** Why this one, as a phrase: `label istio.io/rev of the namespace`. */
  by: string;
}

/**
 * The istiod that serves a workload: by its injection, its discovery address, or the labels that decide injection.
 * Which objects that istiod reads does not depend on this choice.
 */
export function controlPlaneOf(snapshot: Snapshot, workload: Workload): OwnControlPlane {
  const planes = snapshot.controlPlanes;
  const [only] = planes;
  // An assumed istiod serves everything.
  if (only && planes.length === 1 && only.workload === undefined)
    return { controlPlane: only, by: 'no istiod was found' };
  const namespace = snapshot.resources.find(
    ({ kind, apiVersion, metadata }) =>
      kind === 'Namespace' && apiVersion === 'v1' && metadata.name === workload.metadata.namespace,
  );
  const asked = askedRevision(workload, namespace);
  if (!asked) return unasked(planes);
  const controlPlane = matching(planes, asked);
  return { ...(controlPlane && { controlPlane }), revision: asked.name, by: asked.by };
}

/** Nothing names a revision: the only istiod there is, else the one of the default revision. */
function unasked(planes: readonly ControlPlane[]): OwnControlPlane {
  const [only] = planes;
  if (only && planes.length === 1) return { controlPlane: only, by: 'the only istiod' };
  const controlPlane = matching(planes, { name: 'default', injected: false, by: '' });
  return { ...(controlPlane && { controlPlane }), by: 'the default revision: no label or annotation names one' };
}

function matching(planes: readonly ControlPlane[], asked: AskedRevision): ControlPlane | undefined {
  const byRevision = planes.filter(({ revision }) => (revision || 'default') === asked.name);
  const byTag = planes.filter(({ tags }) => tags.includes(asked.name));
  // A tag may have the name of a revision: the tag `default` moves injection away from the default revision.
  const found = asked.injected ? [...byRevision, ...byTag] : [...byTag, ...byRevision];
  return found.find(({ namespace }) => namespace === asked.namespace) ?? found[0];
}
