import type { Workload } from '../../explain/find-workload.js';
import type { WorkloadEntry } from '../../model/istio.js';
import { isFinished, isReady, type Pod } from '../../model/kubernetes.js';
import type { Labels } from '../../model/labels.js';
import type { Resource } from '../../model/resource.js';
import type { Snapshot } from '../../model/snapshot.js';
import { splitWorkload, titleOf, workloadId } from '../place.js';
import { byReadiness, ownerFinder } from './owners.js';
import { add } from '../../model/group.js';
import { compareText } from '../../registry/creation-order.js';

/** Pods of one owner, or a WorkloadEntry, or a proxy that does not exist yet: what an operator calls a workload. */
export interface WorkloadGroup {
  /** `namespace/Kind/name`, with `@cluster` in another Kubernetes cluster than the config cluster. */
  id: string;
  namespace: string;
  kind: string;
  /** Its name, with the Kubernetes cluster like the id. */
  title: string;
  labels: Labels;
  pods: { ready: number; total: number };
  /** The one that is asked about. */
  workload: Workload;
}

/** Every workload of the mesh by id, sorted by namespace and name. */
export function workloadGroups(snapshot: Snapshot): Map<string, WorkloadGroup> {
  const groups = [
    ...groupsOfCluster(snapshot.resources),
    ...(snapshot.remotes ?? []).flatMap(({ name, resources }) => groupsOfCluster(resources, name)),
  ];
  groups.sort(
    (a, b) => compareText(a.namespace, b.namespace) || compareText(a.title, b.title) || compareText(a.kind, b.kind),
  );
  return new Map(groups.map((group) => [group.id, group]));
}

function groupsOfCluster(resources: readonly Resource[], cluster?: string): WorkloadGroup[] {
  const where = cluster !== undefined && { cluster };
  const ownerOf = ownerFinder(resources);
  const pods = new Map<string, Pod[]>();
  const entries: WorkloadGroup[] = [];
  for (const resource of resources) {
    if (resource.kind === 'WorkloadEntry') entries.push(entryGroup(resource as WorkloadEntry, cluster));
    if (resource.kind !== 'Pod' || isFinished(resource as Pod)) continue;
    const { namespace = 'default' } = resource.metadata;
    add(pods, workloadId({ namespace, ...ownerOf(resource as Pod), ...where }), resource as Pod);
  }
  return [...entries, ...[...pods].map(([id, list]) => podGroup(id, list.sort(byReadiness)))];
}

export function podGroup(id: string, pods: readonly Pod[]): WorkloadGroup {
  const [pod] = pods;
  const { namespace, kind, name, cluster } = splitWorkload(id);
  return {
    id,
    namespace,
    kind,
    title: titleOf(name, cluster),
    labels: pod!.metadata.labels ?? {},
    pods: { ready: pods.filter(isReady).length, total: pods.length },
    workload: { kind: 'pod', pod: pod!, ...(cluster !== undefined && { cluster }) },
  };
}

function entryGroup(entry: WorkloadEntry, cluster: string | undefined): WorkloadGroup {
  const { name, namespace = 'default', labels = {} } = entry.metadata;
  const where = cluster !== undefined && { cluster };
  return {
    id: workloadId({ namespace, kind: 'WorkloadEntry', name, ...where }),
    namespace,
    kind: 'WorkloadEntry',
    title: titleOf(name, cluster),
    labels: { ...entry.spec?.labels, ...labels },
    pods: { ready: 0, total: 0 },
    workload: { kind: 'workload-entry', entry, ...where },
  };
}
