import { clusterIdOf } from '../model/control-plane.js';
import type { WorkloadEntry } from '../model/istio.js';
import type { Pod } from '../model/kubernetes.js';
import { isFinished, isReady } from '../model/kubernetes.js';
import type { Labels } from '../model/labels.js';
import type { OwnerReference, Resource } from '../model/resource.js';
import type { Snapshot } from '../model/snapshot.js';
import { distance } from './near-misses.js';

/** The object behind a WORKLOAD argument. */
export type Workload =
  | { kind: 'pod'; pod: Pod; note?: string; cluster?: string }
  | { kind: 'workload-entry'; entry: WorkloadEntry; cluster?: string }
  | { kind: 'imagined'; namespace: string; name: string; labels: Labels; cluster?: string };

export interface WorkloadProblem {
  kind: 'not-found' | 'ambiguous';
  message: string;
  /** What the user may have meant. */
  near: string[];
}

export interface WorkloadQuery {
  text: string;
  namespace: string;
  /** Of `-l`: for a proxy that does not exist yet. */
  labels: Labels;
}

const KINDS: Record<string, string> = {
  po: 'Pod',
  pod: 'Pod',
  pods: 'Pod',
  deploy: 'Deployment',
  deployment: 'Deployment',
  deployments: 'Deployment',
  'deployment.apps': 'Deployment',
  rs: 'ReplicaSet',
  replicaset: 'ReplicaSet',
  replicasets: 'ReplicaSet',
  sts: 'StatefulSet',
  statefulset: 'StatefulSet',
  statefulsets: 'StatefulSet',
  ds: 'DaemonSet',
  daemonset: 'DaemonSet',
  daemonsets: 'DaemonSet',
  job: 'Job',
  jobs: 'Job',
  cj: 'CronJob',
  cronjob: 'CronJob',
  rollout: 'Rollout',
  we: 'WorkloadEntry',
  workloadentry: 'WorkloadEntry',
  workloadentries: 'WorkloadEntry',
};

/**
 * Finds what WORKLOAD names: `pod`, `pod.namespace`, `type/name[.namespace]`, `workloadentry/name`, or `namespace/name`; in a
 * mesh of several Kubernetes clusters each with `@cluster`, which may be left out where one cluster alone has it.
 */
export function findWorkload(snapshot: Snapshot, query: WorkloadQuery): Workload | WorkloadProblem {
  if (!snapshot.remotes) return findInCluster(snapshot, query);
  const clusters = clustersOf(snapshot);
  const at = query.text.lastIndexOf('@');
  if (at >= 0) {
    const name = query.text.slice(at + 1);
    const cluster = clusters.find(({ names }) => names.includes(name));
    const known = clusters.map(({ names }) => names[0]!);
    if (!cluster) return { kind: 'not-found', message: `the mesh has no Kubernetes cluster "${name}"`, near: known };
    return within(cluster, { ...query, text: query.text.slice(0, at) });
  }
  const answers = clusters.map((cluster) => within(cluster, query));
  const found: (Workload | WorkloadProblem)[] = answers.filter(
    (answer) => !isProblem(answer) && answer.kind !== 'imagined',
  );
  if (found.length < 2) return found[0] ?? answers.find((answer) => !isProblem(answer)) ?? answers[0]!;
  const near = clusters.filter((_, i) => found.includes(answers[i]!)).map(({ names }) => `${query.text}@${names[0]!}`);
  return { kind: 'ambiguous', message: `${String(found.length)} Kubernetes clusters have "${query.text}"`, near };
}

interface NamedCluster {
  /** The reader's name and istiod's; they may differ for the config cluster. */
  names: readonly string[];
  /** Absent for the config cluster. */
  remote?: string;
  snapshot: Snapshot;
}

function clustersOf(snapshot: Snapshot): NamedCluster[] {
  const { configCluster, controlPlanes, remotes = [] } = snapshot;
  const own = clusterIdOf(controlPlanes[0]!);
  return [
    { names: configCluster === undefined ? [own] : [configCluster, own], snapshot },
    ...remotes.map(({ name, resources }) => ({ names: [name], remote: name, snapshot: { ...snapshot, resources } })),
  ];
}

function within({ snapshot, remote, names }: NamedCluster, query: WorkloadQuery): Workload | WorkloadProblem {
  const found = findInCluster(snapshot, query);
  if (!isProblem(found)) return remote === undefined ? found : { ...found, cluster: remote };
  return { ...found, near: found.near.map((name) => `${name}@${names[0]!}`) };
}

function findInCluster(snapshot: Snapshot, query: WorkloadQuery): Workload | WorkloadProblem {
  const slash = query.text.indexOf('/');
  return slash < 0
    ? findPod(snapshot, query.text, query.namespace)
    : findQualified(snapshot, query.text.slice(0, slash), query.text.slice(slash + 1), query);
}

export function isProblem(found: Workload | WorkloadProblem): found is WorkloadProblem {
  return found.kind === 'not-found' || found.kind === 'ambiguous';
}

/** An exact name in the namespace wins over splitting at a dot. */
function findPod(snapshot: Snapshot, text: string, namespace: string): Workload | WorkloadProblem {
  const pods = podsOf(snapshot);
  for (const [name, where] of splits(text, namespace)) {
    const pod = pods.find(({ metadata }) => metadata.name === name && metadata.namespace === where);
    if (pod) return { kind: 'pod', pod };
  }
  return notFound(`pod "${text}" not found${placeOf(text, namespace)}`, text, pods);
}

/** `a.b.c` is `a.b.c` here, `a.b` in `c`, or `a` in `b.c` (namespaces have no dots, so the last dot is tried first). */
function splits(text: string, namespace: string): [name: string, namespace: string][] {
  const dot = text.lastIndexOf('.');
  return [[text, namespace], ...(dot > 0 ? [[text.slice(0, dot), text.slice(dot + 1)] as [string, string]] : [])];
}

/** Where a name was looked for: its last part may be a namespace. */
function placeOf(text: string, namespace: string): string {
  const dot = text.lastIndexOf('.');
  return dot > 0
    ? `: neither in namespace ${namespace} nor, as ${text.slice(0, dot)}, in ${text.slice(dot + 1)}`
    : ` in namespace ${namespace}`;
}

function findQualified(
  snapshot: Snapshot,
  prefix: string,
  rest: string,
  query: WorkloadQuery,
): Workload | WorkloadProblem {
  const known = KINDS[prefix.toLowerCase()];
  const isNamespace = snapshot.resources.some(
    ({ kind, metadata }) => (kind === 'Namespace' && metadata.name === prefix) || metadata.namespace === prefix,
  );
  const ownerKinds = new Set(
    podsOf(snapshot).flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ kind }) => kind)),
  );
  const kind = known ?? [...ownerKinds].find((owner) => owner.toLowerCase() === prefix.toLowerCase());
  if (kind && isNamespace) {
    return {
      kind: 'ambiguous',
      message: `"${prefix}/${rest}" may mean the ${kind} ${rest}, or a workload ${rest} in namespace ${prefix}`,
      near: [`${prefix}/${rest}.${query.namespace}`, `${rest}.${prefix}`],
    };
  }
  if (kind === 'Pod') return findPod(snapshot, rest, query.namespace);
  if (kind === 'WorkloadEntry') return findEntry(snapshot, rest, query.namespace);
  if (kind) return findOwned(snapshot, kind, rest, query.namespace);
  if (!isNamespace) {
    return {
      kind: 'not-found',
      message: `"${prefix}" is neither a kind that owns pods nor a namespace of this mesh`,
      near: ['deployment/NAME', 'statefulset/NAME', 'NAMESPACE/NAME'],
    };
  }
  const pod = podsOf(snapshot).find(({ metadata }) => metadata.name === rest && metadata.namespace === prefix);
  return pod ? { kind: 'pod', pod } : { kind: 'imagined', namespace: prefix, name: rest, labels: query.labels };
}

function findEntry(snapshot: Snapshot, text: string, namespace: string): Workload | WorkloadProblem {
  const entries = snapshot.resources.filter(({ kind }) => kind === 'WorkloadEntry') as WorkloadEntry[];
  for (const [name, where] of splits(text, namespace)) {
    const entry = entries.find(({ metadata }) => metadata.name === name && metadata.namespace === where);
    if (entry) return { kind: 'workload-entry', entry };
  }
  return notFound(`workloadentry "${text}" not found${placeOf(text, namespace)}`, text, entries, 'workloadentry/');
}

/** The first of the pods that an object owns, ready ones first; all of them have one configuration unless labels differ. */
function findOwned(snapshot: Snapshot, kind: string, text: string, namespace: string): Workload | WorkloadProblem {
  const pods = podsOf(snapshot);
  const replicaSets = snapshot.resources.filter(
    (resource) => resource.kind === 'ReplicaSet' || resource.kind === 'Job',
  );
  const ownersOf = (resource: Resource): OwnerReference[] => resource.metadata.ownerReferences ?? [];
  const owns = (pod: Pod, name: string) =>
    ownersOf(pod).some((owner) => {
      if (owner.kind === kind) return owner.name === name;
      const middle = replicaSets.find(
        ({ metadata, kind: middleKind }) =>
          middleKind === owner.kind && metadata.name === owner.name && metadata.namespace === pod.metadata.namespace,
      );
      if (middle) return ownersOf(middle).some((upper) => upper.kind === kind && upper.name === name);
      return kind === 'Deployment' && owner.kind === 'ReplicaSet' && owner.name.replace(/-[a-z0-9]+$/, '') === name;
    });
  for (const [name, where] of splits(text, namespace)) {
    const owned = pods
      .filter((pod) => pod.metadata.namespace === where && owns(pod, name))
      .sort((a, b) => Number(isReady(b)) - Number(isReady(a)) || (a.metadata.name < b.metadata.name ? -1 : 1));
    const [pod] = owned;
    if (!pod) continue;
    const note =
      owned.length > 1
        ? `${kind} ${where}/${name} has ${owned.length} pods; answered for ${pod.metadata.name}`
        : undefined;
    return { kind: 'pod', pod, ...(note && { note }) };
  }
  const exists = snapshot.resources.some(
    (resource) => resource.kind === kind && resource.metadata.name === text.split('.')[0],
  );
  const message = exists
    ? `${kind} "${text}" has no pods`
    : `${kind.toLowerCase()} "${text}" not found${placeOf(text, namespace)}`;
  return notFound(message, text, owners(kind, pods), `${kind.toLowerCase()}/`);
}

function podsOf(snapshot: Snapshot): Pod[] {
  return (snapshot.resources.filter(({ kind }) => kind === 'Pod') as Pod[]).filter((pod) => !isFinished(pod));
}

/** Names that contain what was asked for or are spelled almost so; else what there is in the namespace that was meant. */
function notFound(message: string, text: string, objects: readonly Resource[], prefix = ''): WorkloadProblem {
  const [asked = '', ...rest] = text.toLowerCase().split('.');
  const isNear = ({ metadata: { name } }: Resource) =>
    name.includes(asked) || asked.startsWith(name) || distance(asked, name, 2) <= 2;
  const similar = asked === '' ? [] : objects.filter(isNear);
  const beside = objects.filter(({ metadata }) => metadata.namespace === rest.at(-1));
  const near = (similar.length > 0 ? similar : beside).map(
    ({ metadata }) => `${prefix}${metadata.name}.${metadata.namespace}`,
  );
  return { kind: 'not-found', message, near: [...new Set(near)].sort().slice(0, 5) };
}

/** The workloads that own pods, by the names that their kind is asked for. */
function owners(kind: string, pods: readonly Pod[]): Resource[] {
  return pods.flatMap(({ metadata }) =>
    (metadata.ownerReferences ?? []).flatMap((owner) => {
      const through = kind === 'Deployment' && owner.kind === 'ReplicaSet';
      if (owner.kind !== kind && !through) return [];
      const name = through ? owner.name.replace(/-[a-z0-9]+$/, '') : owner.name;
      return [{ apiVersion: '', kind, metadata: { name, namespace: metadata.namespace ?? 'default' } }];
    }),
  );
}
