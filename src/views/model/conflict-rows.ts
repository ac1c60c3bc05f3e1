import { CONFLICT_KINDS, type Conflict } from '../../explain/conflicts/conflict.js';
import { distinct } from '../../model/distinct.js';
import { SEVERITY_SIGNS } from '../../output/conflict-list-text.js';
import type { ConflictsPlace } from '../place.js';
import type { RowsAnswer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { dim, type Row } from './row.js';

type Query = Omit<ConflictsPlace, 'screen'>;

/** What is claimed more than once: of the mesh, as proxies of a namespace see it, or of one host; worst first. */
export function conflictRows(model: MeshModel, query: Query): RowsAnswer {
  const about = query.host ?? query.namespace ?? 'all';
  return {
    kind: 'rows',
    title: `Conflicts(${about})`,
    rows: conflictsById(model, query).map(([id, conflict]) => rowOf(id, conflict)),
    empty: query.host ? `Nobody else claims ${query.host}.` : 'Nothing is claimed more than once.',
  };
}

/** Conflicts by names that stay the same while the mesh changes. */
export function conflictsById(model: MeshModel, query: Query): [id: string, conflict: Conflict][] {
  const used = new Map<string, number>();
  return model.conflicts(query).items.map((conflict) => {
    const { kind, host, views } = conflict;
    const id = `${kind} ${host || claimant(views)}`.trimEnd();
    const before = used.get(id) ?? 0;
    used.set(id, before + 1);
    return [before === 0 ? id : `${id} #${before + 1}`, conflict];
  });
}

/** Namespaces whose proxies lose something by it, or may. */
export function concernedNamespaces({ views }: Conflict): string[] {
  const contested = views.filter(({ losers, otherWinners = [] }) => losers.length + otherWinners.length > 0);
  return distinct(contested.flatMap(({ namespaces }) => namespaces));
}

function rowOf(id: string, conflict: Conflict): Row {
  const { kind, host, hosts, severity, views } = conflict;
  const [sign, style] = SEVERITY_SIGNS[severity];
  const contested = views.filter(({ losers }) => losers.length > 0);
  const hits = new Set(contested.flatMap(({ workloads }) => workloads)).size;
  const further = contested.reduce((sum, { furtherWorkloads = 0 }) => sum + furtherWorkloads, 0);
  const winners = distinct(views.flatMap(({ winner }) => (winner ? [claimName(winner)] : [])));
  const winner = views.find((view) => view.winner)?.winner;
  return {
    key: id,
    cells: [
      { text: `${sign} ${severity}`, style },
      host || claimant(views),
      kind,
      String(concernedNamespaces(conflict).length),
      String(hits + further),
      winners.length === 0
        ? dim('nobody')
        : `${winners[0]!}${winners.length > 1 ? ` or ${winners.length - 1} more` : ''}`,
      CONFLICT_KINDS[kind],
    ],
    ...(severity !== 'surprising' && { problem: true }),
    ...(hosts.includes(host) && { host }),
    ...(winner && { ref: { ...winner, path: '' } }),
  };
}

/** Sidecars claim workloads, not hosts. */
function claimant(views: Conflict['views']): string {
  const [winner] = views.flatMap((view) => view.winner ?? []);
  return winner ? claimName(winner) : '';
}

function claimName({ kind, namespace, name }: { kind: string; namespace: string; name: string }): string {
  return `${kind} ${namespace}/${name}`;
}
