import type { Workload } from '../../explain/find-workload.js';
import type { WorkloadEntry } from '../../model/istio.js';
import { isFinished, isReady, type Pod } from '../../model/kubernetes.js';
import type { Labels } from '../../model/labels.js';
import type { Snapshot } from '../../model/snapshot.js';
import { splitWorkload } from '../place.js';
import { byReadiness, ownerFinder } from './owners.js';
import { add } from '../../model/group.js';
import { compareText } from '../../registry/creation-order.js';

/** Pods of one owner, or a WorkloadEntry, or a proxy that does not exist yet: what an operator calls a workload. */
export interface WorkloadGroup {
  /** `namespace/Kind/name`. */
  id: string;
  namespace: string;
  kind: string;
  name: string;
  labels: Labels;
  pods: { ready: number; total: number };
  /** The one that is asked about. */
  workload: Workload;
}

/** Every workload of the mesh by id, sorted by namespace and name. */
export function workloadGroups(snapshot: Snapshot): Map<string, WorkloadGroup> {
  const ownerOf = ownerFinder(snapshot);
  const pods = new Map<string, Pod[]>();
  const groups: WorkloadGroup[] = [];
  for (const resource of snapshot.resources) {
    if (resource.kind === 'WorkloadEntry') groups.push(entryGroup(resource as WorkloadEntry));
    if (resource.kind !== 'Pod' || isFinished(resource as Pod)) continue;
    const owner = ownerOf(resource as Pod);
    add(pods, `${resource.metadata.namespace ?? 'default'}/${owner.kind}/${owner.name}`, resource as Pod);
  }
  for (const [id, list] of pods) groups.push(podGroup(id, list.sort(byReadiness)));
  groups.sort(
    (a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name) || compareText(a.kind, b.kind),
  );
  return new Map(groups.map((group) => [group.id, group]));
}

export function podGroup(id: string, pods: readonly Pod[]): WorkloadGroup {
  const [pod] = pods;
  return {
    id,
    ...splitWorkload(id),
    labels: pod!.metadata.labels ?? {},
    pods: { ready: pods.filter(isReady).length, total: pods.length },
    workload: { kind: 'pod', pod: pod! },
  };
}

export function entryGroup(entry: WorkloadEntry): WorkloadGroup {
  const { name, namespace = 'default', labels = {} } = entry.metadata;
  return {
    id: `${namespace}/WorkloadEntry/${name}`,
    namespace,
    kind: 'WorkloadEntry',
    name,
    labels: { ...entry.spec?.labels, ...labels },
    pods: { ready: 0, total: 0 },
    workload: { kind: 'workload-entry', entry },
  };
}
