import type { Proxy } from '../../model/proxy.js';
import type { Reason, Stage } from '../../model/reason.js';
import type { Service } from '../../model/service.js';
import { FIRST } from '../../model/undetermined.js';
import { Mesh } from '../../xds/mesh.js';
import type { Blocker, Fix } from '../explanation.js';
import { applied, asPatch, type Change } from './change.js';
import { changeFor } from './change-for.js';

/** What stands in the way of a host, or nothing when it is in the CDS. */
export interface Obstacle {
  row: Service;
  stage: Stage;
  reason: Reason;
}

export type Look = (mesh: Mesh) => 'present' | Obstacle | undefined;

const MOST_BLOCKERS = 5;

/**
 * Removes one blocker after the other on a copy of the mesh and runs the engine again each time. A fix is offered only when
 * the host is in the CDS at the end; the blockers are told in any case.
 */
export function findFix(mesh: Mesh, proxy: Proxy, look: Look): { blockers: Blocker[]; fix?: Fix } {
  const blockers: Blocker[] = [];
  const changes: Change[] = [];
  let current = mesh;
  for (let round = 0; round <= MOST_BLOCKERS; round++) {
    const found = look(current);
    if (found === 'present')
      return { blockers, ...(changes.length > 0 && { fix: describe(mesh, current, proxy, changes) }) };
    if (!found) break;
    blockers.push({ stage: found.stage, reason: found.reason });
    const change = changeFor(found.reason, found.row, proxy, current);
    if (!change) break;
    changes.push(change);
    current = new Mesh(applied(current.snapshot, change), mesh.controlPlane);
  }
  return { blockers };
}

function describe(before: Mesh, after: Mesh, proxy: Proxy, changes: readonly Change[]): Fix {
  const own = difference(namesOf(before, proxy), namesOf(after, proxy));
  const touched = proxiesToAsk(before, proxy, changes).filter((other) => {
    const { gained, lost } = difference(namesOf(before, other), namesOf(after, other));
    return gained.length + lost.length > 0;
  });
  return {
    summary: changes.map(({ summary }) => summary).join(', and ') + gist(own.lost),
    yaml: patches(changes),
    clustersGained: own.gained.length,
    clustersLost: own.lost.length,
    workloadsAffected: touched.length,
  };
}

function gist(lost: readonly string[]): string {
  return lost.length > 0 ? ` (loses ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ', …' : ''})` : '';
}

/** Only proxies that a change can reach: those of its namespace and of the proxy's; all, when it is the root namespace. */
function proxiesToAsk(mesh: Mesh, proxy: Proxy, changes: readonly Change[]): readonly Proxy[] {
  const namespaces = new Set([proxy.namespace, ...changes.map(({ after }) => after.metadata.namespace ?? 'default')]);
  if (namespaces.has(mesh.controlPlane.meshConfig.rootNamespace)) return mesh.proxies;
  return [...namespaces].flatMap((namespace) => mesh.proxiesOf(namespace));
}

function namesOf(mesh: Mesh, proxy: Proxy): Set<string> {
  return new Set(mesh.world.configOf(proxy, FIRST).clusters.map(({ name }) => name));
}

function difference(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  return {
    gained: [...after].filter((name) => !before.has(name)),
    lost: [...before].filter((name) => !after.has(name)),
  };
}

/** One patch for each object, from its first to its last state. */
function patches(changes: readonly Change[]): unknown[] {
  const first = new Map<string, Change>();
  const last = new Map<string, Change>();
  for (const change of changes) {
    const { kind, metadata } = change.after;
    const key = `${kind}/${metadata.namespace}/${metadata.name}`;
    if (!first.has(key)) first.set(key, change);
    last.set(key, change);
  }
  return [...first].map(([key, { before }]) => asPatch(before, last.get(key)!.after));
}
