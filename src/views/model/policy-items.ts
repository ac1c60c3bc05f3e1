import type {
  ChainEffect,
  ChainStep,
  ExtAuthzReport,
  HandWrittenCall,
  PolicyChain,
} from '../../explain/ext-authz/report.js';
import type { FieldRef } from '../../model/resource.js';
import { some } from '../../output/count.js';
import { EFFECT_STYLES, LINK_SIGNS, LISTENERS, missingText } from '../../output/ext-authz-text.js';
import type { Item } from './item.js';
import { fieldItem, fixItem, group, type Locate, note, SEARCHING } from './items.js';

/** What is checked at a workload as a tree: each policy, the links of its chain, what requests get, and a change that helps once `whole`. */
export function policyItems(
  { items, handWritten, others, undetermined }: ExtAuthzReport,
  locate: Locate,
  whole: boolean,
): Item[] {
  const broken = [...items, ...handWritten].some(({ works }) => !works);
  return [
    ...items.map((chain) => chainItem(chain, locate)),
    ...handWritten.map((call) => handWrittenItem(call, locate)),
    ...undetermined.map(({ because }, i) => note(`undetermined-${i}`, '?', 'warn', `Not determined: ${because}`)),
    ...(others.length > 0
      ? [
          group(
            'others',
            others.map(({ policy, why }) => ({
              id: `other-${idOf(policy)}`,
              text: `${idOf(policy)}: ${why}`,
              ref: locate(policy),
            })),
            'CUSTOM policies that do not hold here',
          ),
        ]
      : []),
    ...(whole || !broken ? [] : [SEARCHING]),
  ];
}

function chainItem(
  { policy, provider, dryRun, steps, effects, works, named, called, ...help }: PolicyChain,
  locate: Locate,
): Item {
  const id = idOf(policy);
  const idle = dryRun && effects.length === 0;
  const host = called?.hostname ?? named?.hostname;
  return {
    id,
    sign: idle ? { text: '-', style: 'dim' } : signOf(works),
    text: `${id} → provider ${provider.name || '(none)'}${dryRun ? ' (dry run)' : ''}`,
    ref: locate(policy),
    ...(host !== undefined && { host }),
    open: true,
    children: [
      ...steps.map((step, i) => stepItem(`${id}-${i}`, step, locate)),
      ...effects.map((effect) => effectItem(id, effect)),
      ...(effects.length === 0
        ? [
            note(
              `${id}-nothing`,
              '-',
              'dim',
              dryRun
                ? 'requests get nothing from it'
                : 'no listener of this proxy carries it: requests get nothing from it',
            ),
          ]
        : []),
      ...helpItems(id, help),
    ],
  };
}

function handWrittenItem(
  { by, cluster, works, step, effect, note: said, ...help }: HandWrittenCall,
  locate: Locate,
): Item {
  const id = `${idOf(by)} ${by.path}`;
  return {
    id,
    sign: signOf(works),
    text: `${idOf(by)} → ${cluster} (hand-written filter)`,
    ref: locate(by),
    open: true,
    children: [
      stepItem(`${id}-step`, step, locate),
      ...(said ? [note(`${id}-note`, '!', 'warn', said)] : []),
      effectItem(id, effect),
      ...helpItems(id, help),
    ],
  };
}

function helpItems(id: string, { fix, missing }: Pick<PolicyChain, 'fix' | 'missing'>): Item[] {
  if (fix) return [fixItem(fix, `${id}-fix`)];
  return missing === undefined ? [] : [note(`${id}-missing`, '+', 'good', missingText(missing))];
}

/** Enter shows its field. */
function stepItem(id: string, { step, outcome, text, by }: ChainStep, locate: Locate): Item {
  const [sign, style] = LINK_SIGNS[outcome];
  return {
    id,
    sign: { text: sign, style },
    text: `${step.padEnd(10)} ${text}`,
    ...(outcome === 'failed' && { style: 'bad' as const, open: true }),
    ...(by && { ref: locate(by), children: [fieldItem(`${id}-by`, by, locate)] }),
  };
}

function effectItem(id: string, { chain, gets, text, on = [] }: ChainEffect): Item {
  const style = EFFECT_STYLES[gets];
  return {
    id: `${id}-${chain}`,
    sign: { text: style === 'good' ? '✔' : style === 'bad' ? '✘' : '!', style },
    text: `${chain.toUpperCase().padEnd(10)} ${text}${on.length > 0 ? `  on ${some(on, LISTENERS)}` : ''}`,
  };
}

function signOf(works: boolean): NonNullable<Item['sign']> {
  return works ? { text: '✔', style: 'good' } : { text: '✘', style: 'bad' };
}

function idOf({ kind, namespace, name }: FieldRef): string {
  return `${kind} ${namespace}/${name}`;
}
