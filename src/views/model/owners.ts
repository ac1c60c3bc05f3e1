import { isReady, type Pod } from '../../model/kubernetes.js';
import type { OwnerReference, Resource } from '../../model/resource.js';

export interface Owner {
  kind: string;
  name: string;
}

/** Finds what stands above a Pod: its Deployment through the ReplicaSet, its CronJob through the Job, else its owner, else itself. */
export function ownerFinder(resources: readonly Resource[]): (pod: Pod) => Owner {
  const middles = new Map<string, Resource>();
  for (const resource of resources) {
    if (resource.kind === 'ReplicaSet' || resource.kind === 'Job') middles.set(keyOf(resource), resource);
  }
  return (pod) => {
    const owner = controllerOf(pod);
    if (!owner) return { kind: 'Pod', name: pod.metadata.name };
    const middle = middles.get(`${owner.kind}/${pod.metadata.namespace ?? ''}/${owner.name}`);
    const upper = middle && controllerOf(middle);
    if (upper) return { kind: upper.kind, name: upper.name };
    // ReplicaSets may not have been read; their names tell.
    if (!middle && owner.kind === 'ReplicaSet')
      return { kind: 'Deployment', name: owner.name.replace(/-[a-z0-9]+$/, '') };
    return { kind: owner.kind, name: owner.name };
  };
}

/** Ready ones first, so that the first Pod speaks for all. */
export function byReadiness(a: Pod, b: Pod): number {
  return Number(isReady(b)) - Number(isReady(a)) || (a.metadata.name < b.metadata.name ? -1 : 1);
}

function controllerOf({ metadata }: Resource): OwnerReference | undefined {
  const owners = metadata.ownerReferences ?? [];
  return owners.find(({ controller }) => controller) ?? owners[0];
}

function keyOf({ kind, metadata }: Resource): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}
