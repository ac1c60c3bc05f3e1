import { groupBy } from '../../../model/group.js';
import { expandShortName, isSubsetOf, isWildcard } from '../../../model/host.js';
import type { DestinationRule } from '../../../model/istio.js';
import { chooseRule, type MergedRule } from '../../../scope/destination-rules.js';
import type { Mesh } from '../../../xds/mesh.js';
import { claimOf, nameOf } from '../claims.js';
import type { Conflict, Loser, Severity } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import { ruleLoser } from '../rule-losers.js';
import type { Seen } from '../sights.js';
import { viewsOf, type Look } from '../views.js';

type Rows = ConflictContext['rows'];

/**
 * Several DestinationRules for one host: the namespaces of the client, of the service and the root are asked in this order, and
 * the first that has a rule gives all. istiod 1.28 pilot/pkg/model/push_context.go: destinationRule
 */
export const rulesForOneHost: ConflictFinder = {
  hosts: function* (rows, mesh) {
    for (const host of rulesByHost(mesh).keys()) {
      const shown = hostToLookUp(host, rows);
      if (shown !== undefined) yield shown;
    }
  },
  find: ({ rows, seen, mesh }) =>
    [...rulesByHost(mesh)].flatMap(([host, rules]): Conflict[] => {
      const shown = hostToLookUp(host, rows);
      if (shown === undefined) return [];
      const looks = seen.flatMap((one) => looksAt(shown, rules, one, mesh));
      if (!looks.some(({ losers }) => losers.some(wasMeant))) return [];
      const severity = severityOf(looks);
      return [
        {
          kind: 'rules-for-one-host',
          host,
          hosts: [...new Set([host, shown])],
          severity,
          meaning: MEANING[severity],
          views: viewsOf(looks),
        },
      ];
    }),
};

const MEANING: Record<Severity, string> = {
  'wrong-place': '',
  lost: 'Subsets and policy of a rule that does not hold are lost: routes to its subsets end in 503.',
  surprising: 'The rules are merged, or the others say nothing that is lost.',
};

function looksAt(host: string, rules: readonly DestinationRule[], { viewpoint, sights }: Seen, mesh: Mesh): Look[] {
  const service = sights.get(host)?.winner;
  const lookup = service && mesh.world.rules.lookup(service, viewpoint.namespace);
  if (!service || !lookup) return [];
  const root = mesh.controlPlane.meshConfig.rootNamespace;
  const path = [...new Set([viewpoint.namespace, service.namespace, root])];
  const proxies = viewpoint.proxies.length > 0 ? viewpoint.proxies : [viewpoint.proxy];
  const byRule = groupBy(proxies, ({ labels }) => chooseRule(lookup, viewpoint.namespace, labels));
  return [...byRule].flatMap(([chosen, group]): Look[] => {
    const proxies = viewpoint.proxies.length > 0 ? group : [];
    if (!chosen) return [{ viewpoint, losers: swallowed(rules, lookup), proxies }];
    const losers = rules
      .filter((rule) => rule !== chosen.object)
      .map((rule) =>
        ruleLoser(rule, chosen, lookup, path, (one) => mesh.world.rules.isExported(one, viewpoint.namespace)),
      )
      .filter(
        (loser) => wasMeant(loser) || !rules.includes(chosen.object) || isReachable(loser, rules, viewpoint.namespace),
      );
    if (!rules.includes(chosen.object) && losers.length === 0) return [];
    return [{ viewpoint, winner: claimOf(chosen.object), losers, proxies }];
  });
}

/** A rule of another namespace's clients, or one that is not exported, was not meant for these proxies. */
function wasMeant({ reason }: Loser): boolean {
  return !['rule-not-on-path', 'rule-not-exported', 'rule-not-selecting'].includes(reason.code);
}

/** Rules without selector that were merged into one with a selector hold for nobody else. …: mergeDestinationRule */
function swallowed(rules: readonly DestinationRule[], entries: readonly MergedRule[]): Loser[] {
  return entries.flatMap(({ object, from }) =>
    from
      .filter((rule) => rules.includes(rule) && !rule.spec?.workloadSelector)
      .map((rule) => ({
        ...claimOf(rule),
        lost: 'all' as const,
        ports: [],
        rule: 'workloadSelector',
        reason: {
          code: 'rule-swallowed' as const,
          by: { ...claimOf(object), path: 'spec.workloadSelector' },
          args: { winner: nameOf(object) },
        },
      })),
  );
}

/** A rule off the path is worth telling where its exportTo names the namespace or everyone. */
function isReachable(loser: Loser, rules: readonly DestinationRule[], namespace: string): boolean {
  const rule = rules.find(({ metadata }) => metadata.name === loser.name && metadata.namespace === loser.namespace);
  const to = rule?.spec?.exportTo ?? [];
  return loser.reason.code === 'rule-not-on-path' && (to.includes('*') || to.includes(namespace));
}

function severityOf(looks: readonly Look[]): Severity {
  return looks.some(({ losers }) => losers.some(isLost)) ? 'lost' : 'surprising';
}

/** A rule with a selector is written to override one without. */
function isLost({ lost, reason }: Loser): boolean {
  return lost !== 'nothing' && reason.code !== 'rule-selector';
}

/** Hosts, with short names expanded, for which several rules were written. */
function rulesByHost({ admitted, controlPlane }: Mesh): Map<string, DestinationRule[]> {
  const groups = groupBy(admitted.of<DestinationRule>('DestinationRule'), ({ metadata, spec }) =>
    expandShortName(spec?.host ?? '', metadata.namespace ?? 'default', controlPlane.domainSuffix),
  );
  return new Map([...groups].filter(([, rules]) => rules.length > 1));
}

/** A service to look the rules up for: of a wildcard the first host that it covers. */
function hostToLookUp(host: string, rows: Rows): string | undefined {
  if (rows.has(host)) return host;
  if (!isWildcard(host)) return undefined;
  return [...rows.keys()].sort().find((candidate) => isSubsetOf(candidate, host));
}
