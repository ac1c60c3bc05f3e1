import type { DestinationRule } from '../../../model/istio.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import { claimantsOf } from './claimants.js';
import { narrowExports } from './narrow-exports.js';

/** What helps between DestinationRules: to merge, to say nothing twice, or to hold apart what one namespace hides of another. */
export function joinRules(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  return [sameExports(conflict, mesh), withoutRepeats(conflict, mesh), ...withLostSubsets(conflict, mesh)];
}

/** Rules of one namespace merge where they are exported alike. */
function sameExports(conflict: Conflict, mesh: Mesh): ObjectChange[] {
  return pairs(conflict, mesh, ['rule-not-last']).map(({ rule, winner }) => {
    const { exportTo, ...spec } = rule.spec ?? {};
    const wanted = winner.spec?.exportTo;
    return {
      summary: `export ${nameOf(rule)} like ${nameOf(winner)}: ${wanted?.join(', ') ?? 'no exportTo'}${exportTo ? ` instead of ${exportTo.join(', ')}` : ''}`,
      before: rule,
      after: { ...rule, spec: { ...spec, exportTo: wanted ?? [] } },
    };
  });
}

/** Takes out what an older rule says already, and what is ignored therefore. */
function withoutRepeats(conflict: Conflict, mesh: Mesh): ObjectChange[] {
  return pairs(conflict, mesh, ['rule-merged']).flatMap(({ rule, winner, loser }) => {
    if (loser.lost === 'nothing') return [];
    const older = claimantsOf(conflict, mesh)
      .map(({ object }) => object as DestinationRule)
      .filter((object) => object !== rule && object.metadata.namespace === rule.metadata.namespace);
    const taken = new Set(older.flatMap(({ spec }) => (spec?.subsets ?? []).map(({ name }) => name)));
    const subsets = (rule.spec?.subsets ?? []).filter(({ name }) => !taken.has(name));
    const { trafficPolicy, ...rest } = rule.spec ?? {};
    const policy = trafficPolicy && !older.some(({ spec }) => spec?.trafficPolicy) ? { trafficPolicy } : {};
    if (subsets.length === 0 && !('trafficPolicy' in policy)) {
      return [{ summary: `remove ${nameOf(rule)}, all of which ${nameOf(winner)} says already`, before: rule }];
    }
    return [
      {
        summary: `take out of ${nameOf(rule)} what is ignored: ${String(loser.reason.args['loses'])}`,
        before: rule,
        after: { ...rule, spec: { ...rest, subsets, ...policy } },
      },
    ];
  });
}

/** Gives the rule that is found first the subsets that it hides, and exports each rule only where it holds. */
function withLostSubsets(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const hidden = pairs(conflict, mesh, ['rule-level']);
  return narrowExports(conflict, mesh).map((narrowed) => {
    const additions = new Map<DestinationRule, DestinationRule[]>();
    for (const { rule, winner } of hidden) additions.set(winner, [...(additions.get(winner) ?? []), rule]);
    const added = [...additions].flatMap(([winner, rules]): ObjectChange[] => {
      const own = winner.spec?.subsets ?? [];
      const lost = rules
        .flatMap(({ spec }) => spec?.subsets ?? [])
        .filter(({ name }) => !own.some((subset) => subset.name === name));
      if (lost.length === 0) return [];
      const narrow = narrowed.find(({ before }) => before === winner);
      const base = (narrow?.after ?? winner) as DestinationRule;
      const names = lost.map(({ name }) => name).join(', ');
      return [
        {
          summary: `add subset ${names} to ${nameOf(winner)}`,
          before: base,
          after: { ...base, spec: { ...base.spec, subsets: [...own, ...lost] } },
        },
      ];
    });
    return [...narrowed, ...added];
  });
}

interface Pair {
  rule: DestinationRule;
  winner: DestinationRule;
  loser: Loser;
}

/** Losers for one of these reasons, once each, with the rule that beat them first. */
function pairs(conflict: Conflict, mesh: Mesh, codes: readonly Loser['reason']['code'][]): Pair[] {
  const rules = claimantsOf(conflict, mesh).map(({ object }) => object as DestinationRule);
  const find = ({ namespace, name }: { namespace: string; name: string }) =>
    rules.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  const found = new Map<DestinationRule, Pair>();
  for (const { winner, losers } of conflict.views) {
    for (const loser of losers) {
      const rule = find(loser);
      const holder = winner && find(winner);
      if (rule && holder && codes.includes(loser.reason.code) && !found.has(rule)) {
        found.set(rule, { rule, winner: holder, loser });
      }
    }
  }
  return [...found.values()];
}
