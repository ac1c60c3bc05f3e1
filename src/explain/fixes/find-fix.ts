import type { Proxy } from '../../model/proxy.js';
import type { Reason } from '../../model/reason.js';
import type { Stage } from '../../model/stage.js';
import type { Service } from '../../model/service.js';
import type { Mesh } from '../../xds/mesh.js';
import type { Blocker, Fix } from '../explanation.js';
import { asFix } from './as-fix.js';
import { changed, type Change } from './change.js';
import { changeFor } from './change-for.js';
import { effectsOn, proxiesInReach } from './effects.js';

/** What stands in the way of a host, or nothing when it is in the CDS. */
export interface Obstacle {
  row: Service;
  stage: Stage;
  reason: Reason;
}

export type Look = (mesh: Mesh) => 'present' | Obstacle | undefined;

/** Changes that were tried, and what they came to. */
export interface Tried {
  blockers: Blocker[];
  /** Empty when the host is in the CDS without any, or cannot be brought there. */
  changes: Change[];
  after: Mesh;
}

const MOST_BLOCKERS = 5;

/**
 * Removes one blocker after the other on a copy of the mesh and runs the engine again each time. Changes are offered only when
 * the host is in the CDS at the end; the blockers are told in any case.
 */
export function tryChanges(mesh: Mesh, proxy: Proxy, look: Look): Tried {
  const blockers: Blocker[] = [];
  const changes: Change[] = [];
  let after = mesh;
  for (let round = 0; round <= MOST_BLOCKERS; round++) {
    const found = look(after);
    if (found === 'present') return { blockers, changes, after };
    if (!found) break;
    blockers.push({ stage: found.stage, reason: found.reason });
    const change = changeFor(found.reason, found.row, proxy, after);
    if (!change) break;
    changes.push(change);
    after = changed(after, change);
  }
  return { blockers, changes: [], after: mesh };
}

/** The blockers of a host, and the change that removes them for a proxy, with what else it does. */
export function findFix(mesh: Mesh, proxy: Proxy, look: Look): { blockers: Blocker[]; fix?: Fix } {
  const { blockers, changes, after } = tryChanges(mesh, proxy, look);
  return { blockers, ...(changes.length > 0 && { fix: describe(mesh, after, proxy, changes) }) };
}

function describe(before: Mesh, after: Mesh, proxy: Proxy, changes: readonly Change[]): Fix {
  const own = effectsOn([proxy], before, after);
  const { touched } = effectsOn(proxiesInReach(before, changes, proxy), before, after);
  return {
    summary: changes.map(({ summary }) => summary).join(', and ') + gist(own.lost),
    ...asFix(changes),
    clustersGained: own.gained.length,
    clustersLost: own.lost.length,
    workloadsAffected: touched,
  };
}

function gist(lost: readonly string[]): string {
  return lost.length > 0 ? ` (loses ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''})` : '';
}
