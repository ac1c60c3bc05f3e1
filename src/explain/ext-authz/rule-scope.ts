import type { AuthorizationPolicy } from '../../model/istio.js';
import { droppedOnTcp } from '../../xds/ext-authz/tcp-rules.js';
import type { Chain } from '../../xds/ext-authz/filters.js';

type Rule = NonNullable<NonNullable<AuthorizationPolicy['spec']>['rules']>[number];

/** What the rules of a CUSTOM policy take in on one kind of chain. */
export interface RuleScope {
  reach: 'all' | 'matching' | 'none';
  /** A TCP chain leaves HTTP conditions out, so that it takes in more than was written. */
  widened: boolean;
}

export function ruleScope(policy: AuthorizationPolicy, chain: Chain): RuleScope {
  const rules = policy.spec?.rules ?? [];
  const dropped = new Set(chain === 'tcp' ? droppedOnTcp(policy).map(({ path }) => path) : []);
  if (rules.length === 0) return { reach: 'none', widened: false };
  const all = rules.some((rule, i) => takesAll(rule, `spec.rules[${i}]`, dropped));
  return { reach: all ? 'all' : 'matching', widened: dropped.size > 0 };
}

/** Of `from` and `to` one entry suffices, of `when` each condition counts. */
function takesAll({ from = [], to = [], when = [] }: Rule, path: string, dropped: ReadonlySet<string>): boolean {
  const empty = (fields: Record<string, string[]> | undefined, at: string) =>
    Object.entries(fields ?? {}).every(([name, values]) => values.length === 0 || dropped.has(`${at}.${name}`));
  return (
    (from.length === 0 || from.some(({ source }, i) => empty(source, `${path}.from[${i}].source`))) &&
    (to.length === 0 || to.some(({ operation }, i) => empty(operation, `${path}.to[${i}].operation`))) &&
    when.every((_, i) => dropped.has(`${path}.when[${i}]`))
  );
}
