import type { Candidate, Explanation, SidecarFate, Step } from '../../explain/explanation.js';
import { reasonText } from '../../explain/reason-text.js';
import type { Reason } from '../../model/reason.js';
import { danglingOrigin } from '../../output/dangling-text.js';
import { candidateFate, FATES, otherCandidates, possibleText } from '../../output/explanation-text.js';
import { whatHelps } from '../../output/what-helps.js';
import { fieldText } from '../../output/field-text.js';
import type { Item } from './item.js';
import { fieldItem, fixItem, group, type Locate, note, SEARCHING, SIGNS } from './items.js';

/** The walk of one host as a tree: the stages, under each what it dropped, then what else is known, then the fix once `whole`. */
export function walkItems(answer: Explanation, locate: Locate, whole = true): Item[] {
  const others = otherCandidates(answer);
  const told = new Set(answer.walk.map(({ stage }) => stage));
  const stages = answer.walk.map((step) =>
    stageItem(
      step,
      others.filter(({ stage }) => stage === step.stage),
      locate,
    ),
  );
  const rest = others.filter(({ stage }) => stage === undefined || !told.has(stage));
  return [
    ...stages,
    ...unknownHost(answer),
    ...(rest.length > 0
      ? [
          group(
            'other candidates',
            rest.map((one, i) => candidateItem(one, i, locate)),
          ),
        ]
      : []),
    ...sidecarItems(answer, locate),
    ...danglingItems(answer, locate),
    ...refusedRouteItems(answer, locate),
    ...answer.undetermined.map(({ because }, i) =>
      note(`undetermined-${i}`, '?', 'warn', `Not determined: ${because}`),
    ),
    ...possibleItems(answer),
    ...(answer.instead ? [note('instead', '→', 'dim', answer.instead.text)] : []),
    ...answer.notes.map((text, i) => note(`note-${i}`, '!', 'warn', text)),
    ...(whole ? fixItems(answer) : [SEARCHING]),
  ];
}

function stageItem(
  { stage, outcome, text, by, problem, details = [] }: Step,
  dropped: Candidate[],
  locate: Locate,
): Item {
  const failed = outcome === 'failed';
  const children = [
    ...(by ? [fieldItem(`${stage}-by`, by, locate)] : []),
    ...(problem?.by ? [fieldItem(`${stage}-problem`, problem.by, locate)] : []),
    ...details.map((detail, i) => ({ id: `${stage}-${i}`, text: detail })),
    ...dropped.map((candidate, i) => candidateItem(candidate, i, locate)),
  ];
  return {
    id: stage,
    sign: problem ? { text: '!', style: 'warn' } : SIGNS[outcome],
    text: `${stage.padEnd(11)} ${text}`,
    ...(failed && { style: 'bad' as const, open: true }),
    ...(problem && { style: 'warn' as const }),
    ...(dropped.length > 0 && { open: true }),
    ...(by && { ref: by }),
    ...(children.length > 0 && { children }),
  };
}

function candidateItem(candidate: Candidate, nth: number, locate: Locate): Item {
  const { source, outcome, reason, enteredBy, notes, created } = candidate;
  const object = fieldText({ ...source, path: '' });
  const id = `${object}#${nth}`;
  const kept = outcome === 'kept';
  return {
    id,
    sign: SIGNS[kept ? 'passed' : 'failed'],
    text: `${object}  ${candidateFate(candidate)}`,
    ref: reason?.by ?? source,
    children: [
      fieldItem(`${id}-object`, source, locate),
      ...(reason?.by ? [fieldItem(`${id}-by`, reason.by, locate)] : []),
      ...(enteredBy ? [fieldItem(`${id}-entered`, enteredBy, locate, 'let in by ')] : []),
      ...notes.slice(kept ? 1 : 0).map((one, i) => ({ id: `${id}-note-${i}`, text: reasonText(one) })),
      ...(created ? [{ id: `${id}-created`, text: `created ${created}` }] : []),
    ],
  };
}

function unknownHost({ walk, blockers = [], nearMisses = [] }: Explanation): Item[] {
  const [blocker] = blockers;
  return [
    ...(walk.length === 0 && blocker
      ? [note('blocker', '✘', 'bad', `${blocker.stage.padEnd(11)} ${reasonText(blocker.reason)}`)]
      : []),
    ...(nearMisses.length > 0
      ? [
          group(
            'near misses',
            nearMisses.map(({ text }, i) => ({ id: `near-${i}`, text })),
          ),
        ]
      : []),
  ];
}

function danglingItems({ dangling = [] }: Explanation, locate: Locate): Item[] {
  if (dangling.length === 0) return [];
  const items = dangling.map(({ cluster, kind, listener, by, why }, i): Item => ({
    ...note(`dangling-${i}`, '✘', 'bad', `${cluster}  ${why}`),
    open: true,
    children: [
      by
        ? fieldItem(`dangling-${i}-by`, by, locate, `${kind}: `)
        : { id: `dangling-${i}-by`, text: `${kind}: ${danglingOrigin(listener)}` },
    ],
  }));
  return [group('dangling', items, 'Routes that lead nowhere')];
}

function refusedRouteItems({ refusedRoutes = [] }: Explanation, locate: Locate): Item[] {
  if (refusedRoutes.length === 0) return [];
  const items = refusedRoutes.map(({ route, reason }, i): Item => ({
    ...note(`refused-${i}`, '!', 'warn', `${fieldText({ ...route, path: '' })}: ${reasonText(reason)}`),
    ref: locate(route),
    ...(reason.by && { open: true, children: [fieldItem(`refused-${i}-by`, reason.by, locate)] }),
  }));
  return [group('refused', items, 'Routes that istiod does not take as they are written')];
}

function possibleItems({ possible = [] }: Explanation): Item[] {
  if (possible.length === 0) return [];
  const items = possible.map((one, i) => note(`possible-${i}`, '?', 'warn', possibleText(one)));
  return [group('possible', items, 'Possible answers, the likeliest first')];
}

/** Only where there was a choice. */
function sidecarItems({ sidecars }: Explanation, locate: Locate): Item[] {
  if (sidecars.filter(({ outcome }) => outcome !== 'does-not-select').length < 2) return [];
  const items = sidecars.map(({ namespace, name, outcome, by, reason }) => ({
    id: `sidecar-${namespace}/${name}`,
    sign: SIGNS[outcome === 'governs' ? 'passed' : 'not-reached'],
    text: `${namespace}/${name}  ${fateOf(outcome, reason)}`,
    ref: locate(by),
  }));
  return [group('Sidecars', items)];
}

function fateOf(outcome: SidecarFate['outcome'], reason: Reason | undefined): string {
  return outcome === 'not-read' ? `is not read${reason ? `: ${reasonText(reason)}` : ''}` : FATES[outcome];
}

/** What else stands in the way, and what helps: a proven change, or advice. */
function fixItems(answer: Explanation): Item[] {
  const { fix, blockers = [] } = answer;
  const further = blockers
    .slice(1)
    .map(({ stage, reason }, i) => ({ id: `further-${i}`, text: `${stage}: ${reasonText(reason)}` }));
  const advice = whatHelps(answer);
  return [
    ...(further.length > 0 ? [group('then it would be stopped by', further)] : []),
    ...(fix ? [fixItem(fix)] : advice !== undefined ? [note('helps', '+', 'good', `What helps: ${advice}`)] : []),
  ];
}
