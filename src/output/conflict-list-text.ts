import {
  CONFLICT_KINDS,
  SEVERITIES,
  type Claim,
  type Conflict,
  type ConflictList,
  type Loser,
  type View,
} from '../explain/conflicts/conflict.js';
import { lossText } from '../explain/conflicts/loss-text.js';
import { some } from './count.js';
import { fixLines } from './fix-text.js';
import { groundText } from './ground-text.js';
import type { Paint, Style } from './paint.js';

/** The sign beside a conflict, and how it stands out. */
export const SEVERITY_SIGNS: Record<Conflict['severity'], [sign: string, style: Style]> = {
  'wrong-place': ['✘', 'bad'],
  lost: ['✘', 'bad'],
  surprising: ['!', 'warn'],
};

/** Reasons that the rule and the winner already tell. */
const SAID = new Set([
  'own-namespace-preferred',
  'kubernetes-preferred',
  'replaced-by-kubernetes',
  'shadowed-by-kubernetes',
  'alphabetical-preferred',
]);

/** Conflicts for people: a block each, worst first, and a summary line. */
export function conflictListText(
  { items, ground, verdict }: ConflictList,
  paint: Paint,
  wide: boolean,
  toYaml?: (value: unknown) => string,
): string[] {
  const fixed = items.some(({ fix, missing }) => fix ?? missing);
  return [
    ...items.flatMap((item) => [...conflictLines(item, paint, wide), ...helpLines(item, paint, toYaml), '']),
    summary(items, verdict, paint),
    ...(items.length > 0 && !fixed ? ['Name a HOST, or add --fix, for changes that help.'] : []),
    '',
    paint('dim', groundText(ground)),
  ];
}

function summary(items: readonly Conflict[], verdict: ConflictList['verdict'], paint: Paint): string {
  const unknown = verdict === 'undetermined' ? ' What could not be read may change this.' : '';
  if (items.length === 0)
    return verdict === 'none' ? paint('good', 'No conflicts.') : paint('warn', `No conflicts found.${unknown}`);
  const counts = SEVERITIES.map(
    (severity) => [severity, items.filter((item) => item.severity === severity).length] as const,
  )
    .filter(([, n]) => n > 0)
    .map(([severity, n]) => `${n} ${severity}`);
  return `${items.length} ${items.length === 1 ? 'conflict' : 'conflicts'}: ${counts.join(', ')}.${unknown}`;
}

function conflictLines({ kind, host, severity, meaning, views }: Conflict, paint: Paint, wide: boolean): string[] {
  const [sign, style] = SEVERITY_SIGNS[severity];
  const title = host ? `${paint('bold', host)}  ` : '';
  return [
    `${paint(style, sign)} ${title}${CONFLICT_KINDS[kind]}  ${paint(style, severity)}`,
    `  ${meaning}`,
    ...views.flatMap((view) => viewLines(view, paint, wide)),
  ];
}

function helpLines({ fix, missing }: Conflict, paint: Paint, toYaml?: (value: unknown) => string): string[] {
  if (fix) return fixLines(fix, paint, toYaml).map((line) => (line ? `  ${line}` : line));
  return missing ? ['', `  ${missing}`] : [];
}

function viewLines(view: View, paint: Paint, wide: boolean): string[] {
  const { winner, losers, furtherLosers, workloads, furtherWorkloads = 0, otherWinners = [], undetermined = [] } = view;
  const alone = losers.length === 0 ? paint('dim', '  (sees no other)') : '';
  return [
    `  ${paint('bold', whoSees(view, wide))}: ${winner ? claimText(winner) : 'nobody wins'}${alone}`,
    ...losers.flatMap((loser) => loserLines(loser, paint)),
    ...(furtherLosers ? [`      and ${furtherLosers} more`] : []),
    ...(otherWinners.length > 0
      ? [
          `    ${paint('warn', 'Not determined:')} it may also be ${otherWinners.map(claimText).join(' or ')}; ${undetermined.map(({ because }) => because).join('; ')}`,
        ]
      : []),
    ...(workloads.length > 0
      ? [paint('dim', `    hits ${some(workloads, wide ? Infinity : 3, furtherWorkloads)}`)]
      : []),
  ];
}

function loserLines(loser: Loser, paint: Paint): string[] {
  const why = lossReason(loser);
  return [
    `    over ${claimText(loser)}  ${lossWords(loser)}  ${paint('dim', `[${loser.rule}]`)}`,
    ...(why === undefined ? [] : [paint('dim', `      ${why}`)]),
  ];
}

/** What a loser loses. */
export function lossWords({ lost, ports, endpointsJoin }: Loser): string {
  const list = `${ports.length === 1 ? 'port' : 'ports'} ${ports.join(', ')}`;
  const what = {
    all: ports.length > 0 ? `loses all (${list})` : 'loses all',
    ports: `loses ${list}`,
    part: 'loses part',
    nothing: 'loses nothing',
  }[lost];
  return endpointsJoin ? `${what}; its endpoints join` : what;
}

/** Why it lost, where that says more than the rule and the winner. */
export function lossReason({ reason }: Loser): string | undefined {
  return SAID.has(reason.code) ? undefined : lossText(reason);
}

/** Namespaces of a view, with which of their proxies it is, where not all see the same. */
export function whoSees({ namespaces, partly = [] }: View, wide: boolean): string {
  const shown = namespaces.map((namespace) => {
    const parts = partly.filter((part) => part.namespace === namespace).map(({ proxies }) => proxies);
    return parts.length > 0 ? `${namespace} (${parts.join(', ')})` : namespace;
  });
  return some(shown, wide ? Infinity : 5);
}

function claimText({ kind, namespace, name, cluster, file, line }: Claim): string {
  return `${kind} ${namespace}/${name}${cluster === undefined ? '' : `@${cluster}`}${file ? ` (${file}${line ? `:${line}` : ''})` : ''}`;
}
