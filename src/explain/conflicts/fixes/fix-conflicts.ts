import type { Mesh } from '../../../xds/mesh.js';
import { asFix } from '../../fixes/as-fix.js';
import { changed, type Change } from '../../fixes/change.js';
import { effectsOn, proxiesInReach, type Effects } from '../../fixes/effects.js';
import type { Fix } from '../../explanation.js';
import { SEVERITIES, type Conflict } from '../conflict.js';
import { findConflicts } from '../find-conflicts.js';
import { missingFor } from './missing.js';
import { proposalsFor } from './proposals.js';

/** Each conflict with the change that ends it, or what is missing where none was found. */
export function fixConflicts(mesh: Mesh, conflicts: readonly Conflict[]): Conflict[] {
  if (conflicts.length === 0) return [];
  const all = findConflicts(mesh);
  return conflicts.map((conflict) => {
    const steps = fixConflict(mesh, conflict, all);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  });
}

/**
 * One of all conflicts with the change that ends it; stops after each change that it tried, as each takes runs of the engine. A
 * change is offered only when the engine, run on the changed mesh, finds the conflict no more or a lighter one, and no other
 * that is as bad. Of several the one that takes least away comes first.
 */
export function* fixConflict(
  mesh: Mesh,
  conflict: Conflict,
  all: readonly Conflict[],
): Generator<undefined, Conflict, undefined> {
  const whole = all.find((other) => sameConflict(other, conflict)) ?? conflict;
  const proven: Proven[] = [];
  for (const changes of proposalsFor(whole, mesh)) {
    yield;
    const one = prove(changes, whole, all, mesh);
    if (one) proven.push(one);
  }
  const best = leastHarm(proven, whole.severity);
  return { ...conflict, ...(best ? { fix: best.fix } : { missing: missingFor(whole) }) };
}

interface Proven {
  fix: Fix;
  effects: Effects;
}

/** What takes least away; where something is lost, what brings it back; then what touches fewest. */
function leastHarm(proven: readonly Proven[], severity: Conflict['severity']): Proven | undefined {
  const brings = ({ effects }: Proven) => Number(severity === 'lost' && effects.gained.length > 0);
  const [best] = [...proven].sort(
    (a, b) =>
      a.effects.lost.length - b.effects.lost.length || brings(b) - brings(a) || a.effects.touched - b.effects.touched,
  );
  return best;
}

function prove(
  changes: readonly Change[],
  conflict: Conflict,
  all: readonly Conflict[],
  mesh: Mesh,
): Proven | undefined {
  if (changes.length === 0) return undefined;
  const after = changes.reduce(changed, mesh);
  const left = findConflicts(after);
  const weight = SEVERITIES.indexOf(conflict.severity);
  const bad = left.filter((other) => SEVERITIES.indexOf(other.severity) <= weight);
  const worse = bad.filter(
    (other) => sameConflict(other, conflict) || !all.some((known) => sameConflict(known, other)),
  );
  if (worse.length > 0) return undefined;
  const remains = left.some((other) => sameConflict(other, conflict));
  const effects = effectsOf(changes, conflict, mesh, after);
  return {
    effects,
    fix: {
      summary: `${changes.map(({ summary }) => summary).join(', and ')}${remains ? '; what is left of the conflict is lighter' : ''}`,
      ...asFix(changes),
      clustersGained: effects.gained.length,
      clustersLost: effects.lost.length,
      workloadsAffected: effects.touched,
    },
  };
}

/** Only Sidecars touch more than the hosts of the conflict. */
function effectsOf(changes: readonly Change[], { hosts }: Conflict, before: Mesh, after: Mesh): Effects {
  const sidecars = changes.some((change) => !('meshConfig' in change) && change.before?.kind === 'Sidecar');
  return sidecars
    ? effectsOn(proxiesInReach(before, changes), before, after)
    : effectsOn(before.proxies, before, after, new Set(hosts));
}

/** Conflicts of Sidecars have no host, but they are told by namespace; those of VirtualServices by gateway. */
function sameConflict(a: Conflict, b: Conflict): boolean {
  return a.kind === b.kind && a.host === b.host && a.subject === b.subject;
}
