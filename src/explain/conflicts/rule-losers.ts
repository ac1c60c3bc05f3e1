import type { DestinationRule } from '../../model/istio.js';
import type { MergedRule } from '../../scope/destination-rules.js';
import { claimOf, nameOf } from './claims.js';
import type { Loser } from './conflict.js';

/** What became of a DestinationRule where another of its host holds; `isExported` says it of rules of other namespaces. */
export function ruleLoser(
  rule: DestinationRule,
  chosen: MergedRule,
  lookup: readonly MergedRule[],
  path: readonly string[],
  isExported: (rule: DestinationRule) => boolean,
): Loser {
  const winner = nameOf(chosen.object);
  const claim = claimOf(rule);
  const namespace = rule.metadata.namespace ?? 'default';
  if (chosen.from.includes(rule)) return { ...claim, ...merged(rule, chosen, winner) };
  const loser = (rules: string, code: Loser['reason']['code'], args: Record<string, string>, by?: string): Loser => ({
    ...claim,
    lost: 'all',
    ports: [],
    rule: rules,
    reason: { code, ...(by && { by: { ...claim, path: by } }), args },
  });
  const listed = lookup.some(({ from }) => from.includes(rule));
  if (listed && chosen.selector) return loser('workloadSelector', 'rule-selector', { winner }, 'spec.workloadSelector');
  if (listed && rule.spec?.workloadSelector)
    return loser('workloadSelector', 'rule-not-selecting', {}, 'spec.workloadSelector');
  if (listed) return loser('last of the namespace', 'rule-not-last', { winner }, 'spec.exportTo');
  if (!path.includes(namespace))
    return loser('lookup path', 'rule-not-on-path', { path: path.join(', ') }, 'metadata.namespace');
  if (namespace === chosen.namespace || (namespace !== path[0] && !isExported(rule)))
    return loser('exportTo', 'rule-not-exported', {}, 'spec.exportTo');
  return loser('lookup path', 'rule-level', { winner, path: path.join(', ') }, 'metadata.namespace');
}

/** Subsets join by name, the oldest policy stays. istiod 1.28 pilot/pkg/model/destination_rule.go: mergeDestinationRule */
function merged(
  rule: DestinationRule,
  { from }: MergedRule,
  winner: string,
): Pick<Loser, 'lost' | 'ports' | 'rule' | 'reason'> {
  const before = from.slice(0, from.indexOf(rule));
  const taken = new Set(before.flatMap(({ spec }) => (spec?.subsets ?? []).map(({ name }) => name)));
  const own = (rule.spec?.subsets ?? []).map(({ name }) => name);
  const loses = own.filter((name) => taken.has(name)).map((name) => `subset ${name}`);
  if (rule.spec?.trafficPolicy && before.some(({ spec }) => spec?.trafficPolicy)) loses.push('its trafficPolicy');
  const adds = own.filter((name) => !taken.has(name)).map((name) => `subset ${name}`);
  if (rule.spec?.trafficPolicy && !before.some(({ spec }) => spec?.trafficPolicy)) adds.push('its trafficPolicy');
  const list = (items: readonly string[]) => items.join(', ') || 'nothing';
  return {
    lost: loses.length > 0 ? 'part' : 'nothing',
    ports: [],
    rule: 'oldest',
    reason: { code: 'rule-merged', args: { winner, adds: list(adds), loses: list(loses) } },
  };
}
