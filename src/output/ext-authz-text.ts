import type {
  ChainStep,
  ExtAuthzReport,
  ExtAuthzReportList,
  PolicyChain,
  ProviderCall,
} from '../explain/ext-authz/report.js';
import { fieldText } from './field-text.js';
import { fixLines } from './fix-text.js';
import { groundText } from './ground-text.js';
import type { Paint, Style } from './paint.js';
import { table } from './table.js';

const SIGNS: Record<ChainStep['outcome'], [sign: string, style: Style]> = {
  passed: ['✔', 'good'],
  failed: ['✘', 'bad'],
  warning: ['!', 'warn'],
  'not-reached': ['-', 'dim'],
};

/** What CUSTOM policies do at a workload, one chain for each. */
export function extAuthzText(report: ExtAuthzReport, paint: Paint, toYaml?: (value: unknown) => string): string[] {
  const { items, others, handWritten, providers = [], undetermined, ground } = report;
  return [
    headline(report, paint),
    ...items.flatMap((item) => chainLines(item, paint, toYaml)),
    ...section(
      'Filters of EnvoyFilters:',
      handWritten.map(
        ({ by, cluster, inCds }) =>
          `${sign(inCds, paint)} ${fieldText(by)} calls ${cluster}${inCds ? '' : ', which is not in the CDS'}`,
      ),
      paint,
    ),
    ...section(
      'Other providers:',
      providers.map((call) => providerLine(call, paint)),
      paint,
    ),
    ...section(
      'Policies that do not hold here:',
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

function headline({ proxy, items, verdict, ground }: ExtAuthzReport, paint: Paint): string {
  const where = `${paint('bold', `${proxy.namespace}/${proxy.name}`)} (${proxy.type}, istiod ${ground.istiod.version})`;
  if (items.length === 0) return `No CUSTOM policy holds for ${where}`;
  const bad = items.filter(({ works }) => !works).length;
  const policies = `${items.length} CUSTOM ${items.length === 1 ? 'policy holds' : 'policies hold'} for ${where}`;
  if (verdict === 'undetermined') return `${policies}: ${paint('warn', 'NOT DETERMINED')}`;
  return bad > 0
    ? `${policies}: ${paint('bad', `${bad} cannot work`)}`
    : `${policies}: ${paint('good', 'all can work')}`;
}

function chainLines(
  { policy, provider, dryRun, steps, effects, works, fix }: PolicyChain,
  paint: Paint,
  toYaml?: (value: unknown) => string,
): string[] {
  return [
    '',
    `${sign(works, paint)} AuthorizationPolicy ${policy.namespace}/${policy.name} → provider ${provider.name}${dryRun ? ' (dry run)' : ''}`,
    ...steps.flatMap(({ step, outcome, text, by }) => {
      const [mark, style] = SIGNS[outcome];
      return [
        `    ${paint(style, mark)} ${step.padEnd(10)} ${outcome === 'failed' ? paint('bad', text) : text}`,
        ...(by ? [paint('dim', `${' '.repeat(17)}${fieldText(by)}`)] : []),
      ];
    }),
    ...effects.map(({ chain, text }) => `    ${paint('bold', chain.toUpperCase().padEnd(4))} ${text}`),
    ...(fix ? fixLines(fix, paint, toYaml).map((line) => (line ? `  ${line}` : line)) : []),
  ];
}

function providerLine({ name, kind, use, works, text, by }: ProviderCall, paint: Paint): string {
  return `${sign(works, paint)} ${name} (${kind}, ${use}): ${text}  ${paint('dim', fieldText(by))}`;
}

function sign(good: boolean, paint: Paint): string {
  return good ? paint('good', '✔') : paint('bad', '✘');
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length > 0 ? ['', paint('bold', title), ...lines.map((line) => `  ${line}`)] : [];
}

/** Every workload whose CUSTOM policies were asked about, worst first. */
export function extAuthzListText({ items }: ExtAuthzReportList, paint: Paint): string[] {
  const [first] = items;
  if (!first) return ['CUSTOM policies can work at every workload that they hold for.'];
  const rows = items.flatMap((report) =>
    report.items
      .filter(({ works }) => !works)
      .map(({ policy, provider, steps, effects }) => [
        `${report.proxy.namespace}/${report.proxy.name}`,
        `${policy.namespace}/${policy.name}`,
        provider.name,
        { text: `✘ ${steps.find(({ outcome }) => outcome === 'failed')?.step ?? ''}`, style: 'bad' as const },
        effects[0]?.text ?? '',
      ]),
  );
  return [
    ...table(['WORKLOAD', 'POLICY', 'PROVIDER', 'FAILS AT', 'WHAT REQUESTS GET'], rows, paint),
    '',
    paint('dim', groundText(first.ground)),
  ];
}
