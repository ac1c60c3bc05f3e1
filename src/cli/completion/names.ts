import { isFinished, type Pod } from '../../model/kubernetes.js';
import type { Resource } from '../../model/resource.js';
import type { Snapshot } from '../../model/snapshot.js';

/** A workload as the user may type it in its namespace: `web-1`, `deployment/web`, `workloadentry/vm`. */
export interface WorkloadName {
  namespace: string;
  name: string;
}

/** The names of a mesh that a user may type. */
export interface Values {
  namespace: string;
  namespaces: string[];
  workloads: WorkloadName[];
  hosts: string[];
  revisions: string[];
}

/** Every workload with a proxy of its own, and every object that owns some, each once. */
export function workloadNames({ resources }: Snapshot): WorkloadName[] {
  const owners = new Map(resources.map((resource) => [keyOf(resource.kind, resource), resource]));
  const names = resources.flatMap((resource): WorkloadName[] => {
    const { namespace = 'default', name } = resource.metadata;
    if (resource.kind === 'WorkloadEntry') return [{ namespace, name: `workloadentry/${name}` }];
    if (resource.kind !== 'Pod' || isFinished(resource as Pod)) return [];
    return [{ namespace, name }, ...ownerNames(resource, owners).map((owner) => ({ namespace, name: owner }))];
  });
  const byText = new Map(names.map((entry) => [`${entry.namespace} ${entry.name}`, entry]));
  return [...byText.keys()].sort().map((text) => byText.get(text)!);
}

function keyOf(kind: string, { metadata }: Pick<Resource, 'metadata'>): string {
  return `${kind} ${metadata.namespace ?? ''} ${metadata.name}`;
}

/** People know Deployments and CronJobs, not the ReplicaSets and Jobs between. */
function ownerNames(pod: Resource, owners: ReadonlyMap<string, Resource>): string[] {
  return (pod.metadata.ownerReferences ?? []).map(({ kind, name }) => {
    const { namespace } = pod.metadata;
    const between = owners.get(keyOf(kind, { metadata: { ...pod.metadata, name, ...(namespace && { namespace }) } }));
    const [upper] = between?.metadata.ownerReferences ?? [];
    if (upper) return `${upper.kind.toLowerCase()}/${upper.name}`;
    const deployment = kind === 'ReplicaSet' ? /^(.+)-[a-z0-9]+$/.exec(name)?.[1] : undefined;
    return deployment ? `deployment/${deployment}` : `${kind.toLowerCase()}/${name}`;
  });
}

/**
 * What a WORKLOAD argument may become: names of the namespace; those of the others too, after a dot or a namespace and a
 * slash, or when the namespace has none.
 */
export function matchingWorkloads(word: string, all: readonly WorkloadName[], namespace: string): string[] {
  const own = all.filter((entry) => entry.namespace === namespace).map(({ name }) => name);
  const dotted = word.includes('.') || own.length === 0 ? all.map((entry) => `${entry.name}.${entry.namespace}`) : [];
  const slashed = word.includes('/')
    ? all.filter(({ name }) => !name.includes('/')).map((entry) => `${entry.namespace}/${entry.name}`)
    : [];
  return [...own, ...dotted, ...slashed].filter((text) => text.startsWith(word));
}
