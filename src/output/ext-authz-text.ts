import type { Fix } from '../explain/explanation.js';
import type {
  ChainEffect,
  ChainStep,
  ExtAuthzReport,
  ExtAuthzReportList,
  HandWrittenCall,
  PolicyChain,
  ProviderCall,
} from '../explain/ext-authz/report.js';
import { chainWeight } from '../explain/ext-authz/severity.js';
import type { FieldRef } from '../model/resource.js';
import { some } from './count.js';
import { fieldText } from './field-text.js';
import { fixLines } from './fix-text.js';
import { groundText } from './ground-text.js';
import { proxyText } from './proxy-text.js';
import type { Paint, Style } from './paint.js';
import { table, type Cell } from './table.js';

/** The sign beside a link of a chain. */
export const LINK_SIGNS: Record<ChainStep['outcome'], [sign: string, style: Style]> = {
  passed: ['✔', 'good'],
  failed: ['✘', 'bad'],
  warning: ['!', 'warn'],
  'not-reached': ['-', 'dim'],
};

/** How what requests get stands out. */
export const EFFECT_STYLES: Record<ChainEffect['gets'], Style> = {
  checked: 'good',
  'checked-elsewhere': 'warn',
  denied: 'bad',
  failed: 'bad',
  unchecked: 'warn',
  nothing: 'warn',
  crash: 'bad',
};

interface Helped {
  fix?: Fix;
  missing?: string;
}

type ToYaml = ((value: unknown) => string) | undefined;

/** What CUSTOM policies do at a workload, one chain for each. */
export function extAuthzText(report: ExtAuthzReport, paint: Paint, toYaml?: (value: unknown) => string): string[] {
  const { items, others, handWritten, providers, undetermined, ground } = report;
  return [
    extAuthzHeadline(report, paint),
    ...items.flatMap((item) => chainLines(item, paint, toYaml)),
    ...handWritten.flatMap((call) => handWrittenLines(call, paint, toYaml)),
    ...(providers ?? []).flatMap((call) => providerLines(call, paint, toYaml)),
    ...(providers?.length === 0 ? ['', 'No tracer or access log of this workload names a service.'] : []),
    ...section(
      'CUSTOM policies that do not hold here:',
      others.map(({ policy, why }) => `${policy.kind} ${policy.namespace}/${policy.name}: ${why}`),
      paint,
    ),
    ...section(
      'Not determined:',
      undetermined.map(({ because }) => because),
      paint,
    ),
    '',
    paint('dim', groundText(ground)),
  ];
}

/** What holds for a workload, and whether it can work. */
export function extAuthzHeadline(
  { proxy, items, handWritten, providers = [], verdict, ground }: ExtAuthzReport,
  paint: Paint,
): string {
  const where = `${paint('bold', proxyText(proxy))} (${proxy.type}, istiod ${ground.istiod.version})`;
  const policies =
    items.length === 0
      ? `No CUSTOM policy holds for ${where}`
      : `${items.length} CUSTOM ${items.length === 1 ? 'policy holds' : 'policies hold'} for ${where}`;
  if (verdict === 'undetermined') return `${policies}: ${paint('warn', 'NOT DETERMINED')}`;
  const broken = [
    counted(items, '', ''),
    counted(handWritten, 'hand-written filter', 'hand-written filters'),
    counted(providers, 'other provider', 'other providers'),
  ].filter((text) => text !== '');
  if (broken.length > 0) return `${policies}: ${paint('bad', `${broken.join(', ')} cannot work`)}`;
  return items.length > 0
    ? `${policies}: ${paint('good', items.length === 1 ? 'it can work' : 'all can work')}`
    : policies;
}

function counted(calls: readonly { works: boolean }[], one: string, many: string): string {
  const count = calls.filter(({ works }) => !works).length;
  if (count === 0) return '';
  if (one !== '') return `${count} ${count === 1 ? one : many}`;
  return count === calls.length ? (count === 1 ? 'it' : `all ${count}`) : `${count} of them`;
}

function chainLines(chain: PolicyChain, paint: Paint, toYaml: ToYaml) {
  const { policy, provider, dryRun, steps, effects, works } = chain;
  const idle = dryRun && effects.length === 0;
  return [
    '',
    `${idle ? paint('dim', '-') : sign(works, paint)} ${policy.kind} ${policy.namespace}/${policy.name} → provider ${provider.name || '(none)'}${dryRun ? ' (dry run)' : ''}${place(policy, paint)}`,
    '',
    ...steps.flatMap((step) => stepLines(step, paint)),
    '',
    ...effects.map((effect) => effectLine(effect, paint)),
    ...(effects.length === 0
      ? [
          `    ${dryRun ? 'Requests get nothing from it.' : 'No listener of this proxy carries it: requests get nothing from it.'}`,
        ]
      : []),
    ...fixed(chain, paint, toYaml),
  ];
}

function place({ file, line }: FieldRef, paint: Paint): string {
  return file ? paint('dim', `  ${file}${line ? `:${line}` : ''}`) : '';
}

function stepLines({ step, outcome, text, by }: ChainStep, paint: Paint): string[] {
  const [mark, style] = LINK_SIGNS[outcome];
  return [
    `    ${paint(style, mark)} ${step.padEnd(10)} ${outcome === 'failed' ? paint('bad', text) : text}`,
    ...(by ? [paint('dim', `${' '.repeat(19)}${fieldText(by)}`)] : []),
  ];
}

/** Listeners that are named where something happens. */
export const LISTENERS = 4;

function effectLine({ chain, gets, text, on = [] }: ChainEffect, paint: Paint): string {
  const where = on.length > 0 ? paint('dim', `  on ${some(on, LISTENERS)}`) : '';
  return `    ${paint('bold', chain.toUpperCase().padEnd(4))}  ${paint(EFFECT_STYLES[gets], text)}${where}`;
}

function handWrittenLines(call: HandWrittenCall, paint: Paint, toYaml: ToYaml) {
  const { by, cluster, works, step, effect, note } = call;
  return [
    '',
    `${sign(works, paint)} ${by.kind} ${by.namespace}/${by.name} → ${cluster} (hand-written filter)${place(by, paint)}`,
    '',
    ...stepLines(step, paint),
    ...(note ? [`    ${paint('warn', '!')} ${note}`] : []),
    '',
    effectLine(effect, paint),
    ...fixed(call, paint, toYaml),
  ];
}

function providerLines(call: ProviderCall, paint: Paint, toYaml: ToYaml) {
  const { name, kind, use, works, text, effect, by } = call;
  return [
    '',
    `${sign(works, paint)} ${USES[use] ?? use} → provider ${name} (${kind})`,
    paint('dim', `    ${fieldText(by)}`),
    '',
    `    ${works ? text : paint('bad', text)}`,
    ...(works ? [] : [`    ${effect}`]),
    ...fixed(call, paint, toYaml),
  ];
}

const USES: Record<string, string> = { tracing: 'Tracing', 'access-log': 'Access log' };

/** Where no change helps. */
export function missingText(missing: string): string {
  return `No change of configuration was found to help. What is missing: ${missing}.`;
}

function fixed({ fix, missing }: Helped, paint: Paint, toYaml: ToYaml): string[] {
  if (fix) return fixLines(fix, paint, toYaml).map((line) => (line ? `  ${line}` : line));
  return missing ? ['', `  ${missingText(missing)}`] : [];
}

function sign(good: boolean, paint: Paint): string {
  return good ? paint('good', '✔') : paint('bad', '✘');
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length > 0 ? ['', paint('bold', title), ...lines.map((line) => `  ${line}`)] : [];
}

/** Every workload whose checks cannot work, worst first. */
export function extAuthzListText({ verdict, considered, items, ground }: ExtAuthzReportList, paint: Paint): string[] {
  const rows = items.flatMap((report) => extAuthzRows(report));
  const summary =
    verdict === 'undetermined'
      ? `${paint('warn', 'NOT DETERMINED')}: something that decides could not be read, or istiod may answer in several ways`
      : verdict === 'none'
        ? 'No workload has anything to check.'
        : `All checks of ${workloads(considered)} can work.`;
  return [
    ...(rows.length > 0 ? table(['WORKLOAD', 'WHAT', 'PROVIDER', 'WHAT REQUESTS GET', 'WHY'], rows, paint) : []),
    ...(rows.length === 0 || verdict === 'undetermined' ? [...(rows.length > 0 ? [''] : []), summary] : []),
    '',
    paint('dim', groundText(ground)),
  ];
}

function workloads(count: number): string {
  return `${count} ${count === 1 ? 'workload' : 'workloads'}`;
}

/** A workload's policies, filters and providers, or of them those that cannot work: workload, what, provider, what requests get, why. */
export function extAuthzRows(
  { proxy, alike = [], items, handWritten, providers = [], verdict }: ExtAuthzReport,
  broken = true,
): Cell[][] {
  const shown = ({ works }: { works: boolean }) => !broken || !works;
  const workload = `${proxyText(proxy)}${alike.length > 0 ? ` (+${alike.length})` : ''}`;
  const rows: Cell[][] = [
    ...items.filter(shown).map(({ policy, provider, effects, steps }): Cell[] => {
      const worst = [...effects].sort((a, b) => weightOf(b) - weightOf(a))[0];
      return row(workload, `${policy.namespace}/${policy.name}`, provider.name, worst, firstFailure(steps));
    }),
    ...handWritten
      .filter(shown)
      .map(({ by, effect, step }) => row(workload, `EnvoyFilter ${by.namespace}/${by.name}`, '-', effect, step.text)),
    ...providers
      .filter(shown)
      .map(({ name, use, effect, text }): Cell[] => [workload, use, name, { text: effect, style: 'bad' }, text]),
  ];
  if (rows.length > 0 || verdict !== 'undetermined') return rows;
  return [[workload, '-', '-', { text: 'not determined', style: 'warn' }, '']];
}

function row(workload: string, what: string, provider: string, effect: ChainEffect | undefined, why: string): Cell[] {
  const gets: Cell = effect ? { text: effect.text, style: EFFECT_STYLES[effect.gets] } : '-';
  return [workload, what, provider || '-', gets, why];
}

function weightOf(effect: ChainEffect): number {
  return chainWeight({ effects: [effect] });
}

function firstFailure(steps: readonly ChainStep[]): string {
  return steps.find(({ outcome }) => outcome === 'failed')?.text ?? '';
}
