import { groupBy } from '../../model/group.js';
import type { Resource } from '../../model/resource.js';
import type { RemoteCluster } from '../../model/snapshot.js';
import { findIstiods } from '../control-plane/find-istiods.js';
import type { FileObject } from './document.js';

export interface Clusters {
  resources: Resource[];
  configCluster?: string;
  remotes?: RemoteCluster[];
}

/** The objects by Kubernetes cluster. The config cluster is the one that istiod runs in, else the first. */
export function clustersOf(objects: readonly FileObject[]): Clusters {
  const groups = [...groupBy(objects, ({ cluster }) => cluster)].map(([name, group]) => ({
    name,
    resources: group.map(({ resource }) => resource),
  }));
  if (groups.every(({ name }) => name === undefined))
    return { resources: groups.flatMap(({ resources }) => resources) };
  const config = groups.find(({ resources }) => findIstiods(resources).length > 0) ?? groups[0]!;
  return {
    resources: config.resources,
    ...(config.name && { configCluster: config.name }),
    remotes: groups.filter((group) => group !== config).map(({ name = 'unnamed', resources }) => ({ name, resources })),
  };
}
