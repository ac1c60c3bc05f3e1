import { CONFLICT_KINDS, type Claim, type Conflict, type Loser, type View } from '../../explain/conflicts/conflict.js';
import { fixConflict } from '../../explain/conflicts/fixes/fix-conflicts.js';
import { lossReason, lossWords, SEVERITY_SIGNS, whoSees } from '../../output/conflict-list-text.js';
import { count } from '../../output/count.js';
import type { Place } from '../place.js';
import type { Answer } from './answer.js';
import { conflictsById } from './conflict-rows.js';
import type { Item } from './item.js';
import { fieldItem, fixItem, note, SEARCHING } from './items.js';
import type { MeshModel } from './mesh-model.js';

type Here = Omit<Extract<Place, { screen: 'conflict' }>, 'screen'>;

/** One conflict as a tree: who wins for which namespaces, over whom, by which rule, whom it hits, and what would end it. */
export function conflictItems(model: MeshModel, { id, ...query }: Here): Answer {
  const title = `Conflict(${id})`;
  const conflict = conflictsById(model, query).find(([known]) => known === id)?.[1];
  if (!conflict) return { kind: 'nothing', title, text: `${id}: this conflict is gone.` };
  const told = (items: Item[]): Answer & { kind: 'tree' } => ({ kind: 'tree', title, head: headOf(conflict), items });
  const views = conflict.views.map((view, i) => viewItem(view, i, conflict, model));
  return {
    ...told([...views, SEARCHING]),
    *more() {
      yield;
      const fixed = yield* fixConflict(model.mesh, conflict, model.conflicts({}).items);
      return told([...views, ...helpItems(fixed)]);
    },
  };
}

function headOf({ kind, host, severity, meaning }: Conflict): string[] {
  const [sign] = SEVERITY_SIGNS[severity];
  return [`${sign} ${host ? `${host}: ` : ''}${CONFLICT_KINDS[kind]} (${severity})`, meaning];
}

function helpItems({ host, hosts, fix, missing }: Conflict): Item[] {
  const about = hosts.includes(host) && { host };
  if (fix) return [{ ...fixItem(fix), ...about }];
  return missing === undefined ? [] : [{ ...note('missing', '+', 'good', missing), ...about }];
}

/** What one group of namespaces gets. */
function viewItem(view: View, index: number, { severity, hosts, host }: Conflict, model: MeshModel): Item {
  const {
    winner,
    losers,
    furtherLosers = 0,
    workloads,
    furtherWorkloads = 0,
    otherWinners = [],
    undetermined = [],
  } = view;
  const id = `view-${index}`;
  const [sign, style] = SEVERITY_SIGNS[severity];
  const contested = losers.length > 0 || otherWinners.length > 0;
  const located = (claim: Claim) => model.located({ ...claim, path: '' });
  const about = hosts.includes(host) && { host };
  return {
    id,
    sign: contested ? { text: sign, style } : { text: '-', style: 'dim' },
    text: `${whoSees(view, true)}: ${contested ? '' : 'sees no other than '}${winner ? nameOf(winner) : 'nobody wins'}`,
    ...(winner && { ref: located(winner) }),
    ...about,
    open: contested,
    children: [
      ...(winner ? [fieldItem(`${id}-winner`, { ...winner, path: '' }, located, 'wins: ')] : []),
      ...losers.map((loser, i) => loserItem(`${id}-loser-${i}`, loser, model)),
      ...(furtherLosers > 0 ? [{ id: `${id}-further`, text: `and ${furtherLosers} more` }] : []),
      ...otherWinners.map((claim, i) => ({
        ...note(`${id}-other-${i}`, '?', 'warn', `not determined: it may also be ${nameOf(claim)}`),
        ref: located(claim),
      })),
      ...undetermined.map(({ because }, i) => note(`${id}-because-${i}`, '?', 'warn', because)),
      ...hitItems(id, workloads, furtherWorkloads, about ? host : undefined, model),
    ],
  };
}

function loserItem(id: string, loser: Loser, model: MeshModel): Item {
  const located = (claim: Claim) => model.located(claim);
  const why = lossReason(loser);
  const { by } = loser.reason;
  return {
    id,
    sign: loser.lost === 'nothing' ? { text: '!', style: 'warn' } : { text: '✘', style: 'bad' },
    text: `over ${nameOf(loser)}: ${lossWords(loser)} [${loser.rule}]`,
    ref: located({ ...loser, path: '' }),
    open: true,
    children: [
      fieldItem(`${id}-object`, { ...loser, path: '' }, located, 'loses: '),
      ...(why === undefined ? [] : [{ id: `${id}-why`, text: why, ...(by && { ref: located(by) }) }]),
      ...(by ? [fieldItem(`${id}-by`, by, located, 'decided by ')] : []),
    ],
  };
}

/** Workloads whose answer would change; each leads to its walk. */
function hitItems(
  id: string,
  workloads: readonly string[],
  further: number,
  host: string | undefined,
  model: MeshModel,
): Item[] {
  if (workloads.length === 0) return [];
  const items = workloads.map((name): Item => {
    const workload = host === undefined ? undefined : model.workloadNamed(name);
    return {
      id: `${id}-hit-${name}`,
      text: name,
      ...(workload !== undefined && host !== undefined && { to: { screen: 'walk', workload, host } }),
    };
  });
  const more = further > 0 ? [{ id: `${id}-more`, text: `and ${further} more` }] : [];
  const text = `hits ${count(workloads.length + further, 'workload')}`;
  return [{ id: `${id}-hits`, sign: { text: '!', style: 'warn' }, text, children: [...items, ...more] }];
}

function nameOf({ kind, namespace, name, cluster }: Claim): string {
  return `${kind} ${namespace}/${name}${cluster === undefined ? '' : `@${cluster}`}`;
}
