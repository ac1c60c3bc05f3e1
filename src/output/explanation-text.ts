import type { Blocker, Candidate, Explanation, PossibleAnswer, SidecarFate, Step } from '../explain/explanation.js';
import { reasonText } from '../explain/reason-text.js';
import { fieldText } from './field-text.js';
import { danglingLines } from './dangling-text.js';
import { fixLines } from './fix-text.js';
import { groundText } from './ground-text.js';
import { refusedRouteLines } from './refused-routes-text.js';
import type { Paint, Style } from './paint.js';
import { proxyText } from './proxy-text.js';
import { whatHelps } from './what-helps.js';
import { policyLines } from './waypoint-text.js';
import { ztunnelServiceLines } from './ztunnel-text.js';

const SIGNS: Record<Step['outcome'], [sign: string, style: Style]> = {
  passed: ['✔', 'good'],
  failed: ['✘', 'bad'],
  'not-reached': ['-', 'dim'],
};

/** The walk of one host, for people: the verdict as one line, then the stages as a list. */
export function explanationText(answer: Explanation, paint: Paint, toYaml?: (value: unknown) => string): string[] {
  return oneBlankLine([
    headline(answer, paint),
    '',
    ...answer.walk.flatMap((step) => stepLines(step, paint)),
    ...unknownHost(answer, paint),
    ...others(answer, paint),
    ...sidecars(answer, paint),
    ...section(
      'Routes that lead nowhere:',
      (answer.dangling ?? []).flatMap((reference) => danglingLines(reference, paint)),
      paint,
      'bad',
    ),
    ...section(
      'Routes that istiod does not take as they are written:',
      (answer.refusedRoutes ?? []).flatMap((refused) => refusedRouteLines(refused, paint)),
      paint,
      'warn',
    ),
    ...section(
      'What ztunnel does with requests to it:',
      (answer.ztunnel ?? []).flatMap((service) => ztunnelServiceLines(service, paint)),
      paint,
    ),
    ...section(
      'CUSTOM policies on its chains (ext-authz says whether they can work):',
      (answer.policies ?? []).flatMap((policy) => policyLines(policy, paint)),
      paint,
    ),
    ...section(
      'Not determined:',
      answer.undetermined.map(({ because }) => because),
      paint,
      'warn',
    ),
    ...section('Possible answers, the likeliest first:', (answer.possible ?? []).map(possibleText), paint, 'warn'),
    ...(answer.instead ? ['', `  ${answer.instead.text}`] : []),
    ...answer.notes.flatMap((note) => ['', `  ${paint('warn', 'Note:')} ${note}`]),
    ...furtherBlockers(answer, paint),
    ...(answer.fix ? fixLines(answer.fix, paint, toYaml) : advice(answer, paint)),
    '',
    paint('dim', groundText(answer.ground)),
  ]);
}

export function possibleText({ verdict, clusters, from, endpoints = 0, addresses = [] }: PossibleAnswer): string {
  if (verdict === 'absent') return 'not in the CDS';
  return `in the CDS from ${from}: ${clusters.join(', ')} (endpoints: ${endpoints}${addresses.length > 0 ? `: ${addresses.join(', ')}${endpoints > addresses.length ? ', …' : ''}` : ''})`;
}

function oneBlankLine(lines: readonly string[]): string[] {
  return lines.filter((line, i) => line !== '' || lines[i - 1] !== '');
}

function headline(answer: Explanation, paint: Paint): string {
  return answer.proxy.type === 'none'
    ? `${paint('bold', proxyText(answer.proxy))} ${paint('bad', 'has no CDS')}: it runs no proxy that istiod configures`
    : verdictLine(answer, paint);
}

function verdictLine(answer: Explanation, paint: Paint): string {
  const { host, port, subset, proxy, verdict, clusters, ground } = answer;
  const name = port === undefined ? host : `${host}:${port}`;
  const what = paint('bold', subset === undefined ? name : `subset ${subset} of ${name}`);
  const where = `the CDS of ${proxyText(proxy)} (${proxy.type}, istiod ${ground.istiod.version})`;
  if (verdict === 'present') return `${what} ${paint('good', 'is')} in ${where}`;
  if (verdict === 'absent') return `${what} ${paint('bad', 'is NOT')} in ${where}`;
  const likely = clusters.length > 0 ? 'probably is' : 'probably is not';
  return `${what}: ${paint('warn', 'NOT DETERMINED')} whether it is in ${where}; it ${likely}`;
}

function stepLines({ stage, outcome, text, problem, by, details = [] }: Step, paint: Paint): string[] {
  const [sign, style] = problem ? (['!', 'warn'] as const) : SIGNS[outcome];
  const field = by ?? problem?.by;
  const showField = field && (outcome === 'failed' || field.path !== '' || field.file);
  return [
    `  ${paint(style, sign)} ${stage.padEnd(12)} ${outcome === 'failed' ? paint('bad', text) : problem ? paint('warn', text) : text}`,
    ...details.map((detail) => `${' '.repeat(19)}${detail}`),
    ...(showField ? [paint('dim', `${' '.repeat(19)}${fieldText(field)}`)] : []),
  ];
}

function unknownHost({ walk, blockers = [], nearMisses = [] }: Explanation, paint: Paint): string[] {
  const [blocker] = blockers;
  const step = walk.length === 0 && blocker ? stepLines(failedStep(blocker), paint) : [];
  return [
    ...step,
    ...section(
      'Near misses:',
      nearMisses.map(({ text }) => text),
      paint,
    ),
  ];
}

function failedStep({ stage, reason }: Blocker): Step {
  return { stage, outcome: 'failed', text: reasonText(reason), ...(reason.by && { by: reason.by }) };
}

function others(answer: Explanation, paint: Paint): string[] {
  return section(
    'Other candidates:',
    otherCandidates(answer).flatMap((candidate) => candidateLines(candidate, paint)),
    paint,
  );
}

/** Every object that claims the hostname besides the one that the walk tells of. */
export function otherCandidates({ candidates, walk }: Explanation): Candidate[] {
  if (walk.length === 0 && candidates.length === 1) return [];
  const told = walk.find(({ stage }) => stage === 'registry')?.by;
  return candidates.filter(
    ({ source }) =>
      source.kind !== told?.kind ||
      source.namespace !== told.namespace ||
      source.name !== told.name ||
      source.cluster !== told.cluster,
  );
}

/** What became of a candidate. */
export function candidateFate({ outcome, stage, reason, notes: [note] }: Candidate): string {
  if (outcome === 'kept') return note ? reasonText(note) : 'kept';
  return `${stage ?? 'dropped'}: ${reason ? reasonText(reason) : 'no reason recorded'}`;
}

function candidateLines(candidate: Candidate, paint: Paint): string[] {
  const { outcome, reason, source } = candidate;
  const [sign, style] = SIGNS[outcome === 'kept' ? 'passed' : 'failed'];
  return [
    `${paint(style, sign)} ${fieldText({ ...source, path: '', file: '' })}  ${candidateFate(candidate)}`,
    ...(reason?.by ? [paint('dim', `    ${fieldText(reason.by)}`)] : []),
  ];
}

export const FATES: Record<Exclude<SidecarFate['outcome'], 'not-read'>, string> = {
  governs: 'governs this proxy',
  later: 'comes later: first those with a selector, then the older, at last those of the root namespace',
  'root-with-selector': 'has a selector (an empty one counts), so it holds in the root namespace only',
  'does-not-select': 'does not select this proxy',
};

/** Only where there was a choice. */
function sidecars({ sidecars: all }: Explanation, paint: Paint): string[] {
  const contenders = all.filter(({ outcome }) => outcome !== 'does-not-select');
  if (contenders.every(({ outcome }) => outcome === 'governs')) return [];
  const lines = contenders.map(({ namespace, name, outcome, reason }) => {
    const fate = outcome === 'not-read' ? `is not read${reason ? `: ${reasonText(reason)}` : ''}` : FATES[outcome];
    return `${namespace}/${name}  ${fate}`;
  });
  return section('Sidecars:', lines, paint);
}

function section(title: string, lines: readonly string[], paint: Paint, style: Style = 'bold'): string[] {
  return lines.length > 0 ? ['', `  ${paint(style, title)}`, ...lines.map((line) => `    ${line}`)] : [];
}

function furtherBlockers({ blockers = [] }: Explanation, paint: Paint): string[] {
  const further = blockers.slice(1).map(({ stage, reason }) => `${stage}: ${reasonText(reason)}`);
  return section('Then it would be stopped by:', further, paint);
}

function advice(answer: Explanation, paint: Paint): string[] {
  const text = whatHelps(answer);
  return text === undefined ? [] : ['', `${paint('warn', 'What helps:')} ${text}`];
}
