import type { Mesh } from '../../xds/mesh.js';
import type { Conflict } from './conflict.js';
import { conflictContext } from './context.js';
import { FINDERS } from './finders.js';

/** Conflicts of every kind; with `namespace` those that its proxies see. */
export function findConflicts(mesh: Mesh, namespace?: string): Conflict[] {
  const context = conflictContext(mesh, FINDERS, namespace);
  return FINDERS.flatMap((finder) => finder.find(context));
}
