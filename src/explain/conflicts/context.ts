import type { Service } from '../../model/service.js';
import type { Mesh } from '../../xds/mesh.js';
import type { Conflict } from './conflict.js';
import { seenFrom, type Seen } from './sights.js';
import { viewpointsOf, type Viewpoint } from './viewpoints.js';

/** What every kind of conflict is found from. */
export interface ConflictContext {
  mesh: Mesh;
  viewpoints: readonly Viewpoint[];
  seen: readonly Seen[];
  /** Rows of the registry by hostname, oldest first: one for each object. */
  rows: ReadonlyMap<string, readonly Service[]>;
}

/** One kind, or kinds that are found together: the hosts that have to be looked at, and what is found in what is seen of them. */
export interface ConflictFinder {
  hosts(rows: ReadonlyMap<string, readonly Service[]>, mesh: Mesh): Iterable<string>;
  find(context: ConflictContext): Conflict[];
}

/** Looks at everything that the finders need, once. */
export function conflictContext(mesh: Mesh, finders: readonly ConflictFinder[], namespace?: string): ConflictContext {
  const rows = mesh.world.rowsByHost;
  const hosts = new Set<string>();
  for (const finder of finders) for (const host of finder.hosts(rows, mesh)) hosts.add(host);
  const viewpoints = viewpointsOf(mesh, namespace);
  return { mesh, rows, viewpoints, seen: hosts.size > 0 ? seenFrom(mesh, hosts, viewpoints) : [] };
}
