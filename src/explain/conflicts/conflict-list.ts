import { API_VERSION } from '../../model/api-version.js';
import { hides } from '../../model/gap.js';
import type { Gap } from '../../model/snapshot.js';
import { compareText } from '../../registry/creation-order.js';
import type { Mesh } from '../../xds/mesh.js';
import { groundOf } from '../ground.js';
import { SEVERITIES, type Conflict, type ConflictList } from './conflict.js';
import { findConflicts } from './find-conflicts.js';
import { fixConflicts } from './fixes/fix-conflicts.js';
import { hitCount } from './views.js';

export interface ConflictQuery {
  /** Conflicts that concern one of these hosts. */
  hosts?: readonly string[];
  /** Conflicts that proxies of this namespace see. */
  namespace?: string;
  /** Look for changes that help: each costs runs of the engine. */
  fixes?: boolean;
}

/** Everything that is claimed more than once, worst first. */
export function conflictList(mesh: Mesh, { hosts, namespace, fixes }: ConflictQuery = {}): ConflictList {
  const wanted = hosts && new Set(hosts);
  const found = findConflicts(mesh, namespace)
    .filter((conflict) => !wanted || conflict.hosts.some((host) => wanted.has(host)))
    .sort(worstFirst);
  const items = fixes ? fixConflicts(mesh, found) : found;
  const gaps = mesh.snapshot.gaps.filter((gap) => hides(gap, ...CAN_ADD, ...CAN_NARROW, 'Namespace'));
  return {
    apiVersion: API_VERSION,
    kind: 'ConflictList',
    verdict: verdictOf(items, gaps, mesh),
    items,
    gaps,
    ground: groundOf(mesh),
  };
}

/** Kinds whose hidden objects could make a conflict, and those that could also take one away. */
const CAN_ADD = ['Service', 'ServiceEntry', 'VirtualService', 'DestinationRule', 'Gateway', 'Pod'];
const CAN_NARROW = ['Sidecar', 'ConfigMap'];

function verdictOf(items: readonly Conflict[], gaps: readonly Gap[], mesh: Mesh): ConflictList['verdict'] {
  const selects = (mesh.controlPlane.meshConfig.discoverySelectors ?? []).length > 0;
  const narrowed = gaps.some((gap) => hides(gap, ...CAN_NARROW, ...(selects ? ['Namespace'] : [])));
  if (narrowed) return 'undetermined';
  if (items.length > 0) return 'conflicts';
  return gaps.some((gap) => hides(gap, ...CAN_ADD)) ? 'undetermined' : 'none';
}

function worstFirst(a: Conflict, b: Conflict): number {
  const hit = ({ views }: Conflict) => views.reduce((sum, view) => sum + hitCount(view), 0);
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    hit(b) - hit(a) ||
    compareText(a.host, b.host) ||
    compareText(a.kind, b.kind)
  );
}
