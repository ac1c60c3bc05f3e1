import type { Resource } from '../../model/resource.js';
import type { Snapshot } from '../../model/snapshot.js';

/** An object and the Kubernetes cluster that it is in; absent for the config cluster and the only one. */
export interface Placed {
  resource: Resource;
  cluster?: string;
}

/** The objects of all Kubernetes clusters of a mesh. */
export function resourcesOf({ resources, remotes = [] }: Snapshot): Placed[] {
  return [
    ...resources.map((resource) => ({ resource })),
    ...remotes.flatMap(({ name, resources: theirs }) => theirs.map((resource) => ({ resource, cluster: name }))),
  ];
}
