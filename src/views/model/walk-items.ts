import type { Candidate, Explanation, SidecarFate, Step } from '../../explain/explanation.js';
import { reasonText } from '../../explain/reason-text.js';
import type { Reason } from '../../model/reason.js';
import { FATES, otherCandidates } from '../../output/explanation-text.js';
import { whatHelps } from '../../output/what-helps.js';
import { fieldText } from '../../output/field-text.js';
import type { Item } from './item.js';
import { fieldItem, fixItem, group, note, SIGNS, type Locate } from './items.js';

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
    ...answer.undetermined.map(({ because }, i) =>
      note(`undetermined-${i}`, '?', 'warn', `Not determined: ${because}`),
    ),
    ...(answer.instead ? [note('instead', '→', 'dim', answer.instead.text)] : []),
    ...answer.notes.map((text, i) => note(`note-${i}`, '!', 'warn', text)),
    ...(whole ? fixItems(answer) : [note('searching', '…', 'dim', 'looking for a change that helps')]),
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

function candidateItem(
  { source, outcome, stage, reason, enteredBy, notes, created }: Candidate,
  nth: number,
  locate: Locate,
): Item {
  const object = fieldText({ ...source, path: '' });
  const id = `${object}#${nth}`;
  const kept = outcome === 'kept';
  const why = kept ? 'kept' : `${stage ?? 'dropped'}: ${reason ? reasonText(reason) : 'no reason recorded'}`;
  return {
    id,
    sign: SIGNS[kept ? 'passed' : 'failed'],
    text: `${object}  ${why}`,
    ref: reason?.by ?? source,
    children: [
      fieldItem(`${id}-object`, source, locate),
      ...(reason?.by ? [fieldItem(`${id}-by`, reason.by, locate)] : []),
      ...(enteredBy ? [fieldItem(`${id}-entered`, enteredBy, locate, 'let in by ')] : []),
      ...notes.map((one, i) => ({ id: `${id}-note-${i}`, text: reasonText(one) })),
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
