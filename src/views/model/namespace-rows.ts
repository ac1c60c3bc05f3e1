import type { Mesh } from '../../xds/mesh.js';
import type { RowsAnswer } from './answer.js';
import { concernedNamespaces } from './conflict-rows.js';
import { without } from '../without.js';
import type { MeshModel } from './mesh-model.js';
import { resourcesOf } from './resources.js';
import { countOf, dim, PENDING, warn, type Row } from './row.js';

/** Namespaces of the mesh; what each sees of the registry is counted when asked for, and conflicts at last. */
export function namespaceRows(model: MeshModel): RowsAnswer {
  const counts = countBy([...model.groups.values()].map(({ namespace }) => namespace));
  const rows = namespacesOf(model).map((name) => skeleton(name, counts.get(name) ?? 0, model));
  const byName = new Map(rows.map((row) => [row.key, row]));
  const hosts = hostCounter();
  let problems: ReadonlyMap<string, number> | undefined;
  let conflicts = model.knowsConflicts ? conflictsByNamespace(model) : undefined;
  const fill = (name: string) => {
    const row = byName.get(name);
    if (!row) return undefined;
    problems ??= countBy(model.problems.map(({ ref }) => ref.namespace));
    return filled(row, model, hosts, problems.get(name) ?? 0, conflicts && (conflicts.get(name) ?? 0));
  };
  return {
    kind: 'rows',
    title: 'Namespaces',
    rows,
    fill,
    ...(!conflicts && {
      last: {
        what: 'conflicts',
        rows() {
          conflicts = conflictsByNamespace(model);
          return rows.flatMap(({ key }) => fill(key) ?? []);
        },
      },
    }),
  };
}

function skeleton(name: string, workloads: number, model: MeshModel): Row {
  const object = model.object({ kind: 'Namespace', namespace: '', name });
  return {
    key: name,
    cells: [name, workloads === 0 ? dim('0') : String(workloads), PENDING, PENDING, PENDING, PENDING],
    ...(object?.metadata.labels && { labels: object.metadata.labels }),
    ...(object && { ref: { kind: 'Namespace', namespace: '', name, path: '' } }),
    pending: true,
  };
}

/** Those that exist, and those that objects are in although their Namespace was not read. */
export function namespacesOf({ snapshot }: Pick<MeshModel, 'snapshot'>): string[] {
  const names = new Set<string>();
  for (const {
    resource: { kind, metadata },
  } of resourcesOf(snapshot)) {
    if (kind === 'Namespace') names.add(metadata.name);
    else if (metadata.namespace) names.add(metadata.namespace);
  }
  return [...names].sort();
}

function conflictsByNamespace(model: MeshModel): Map<string, number> {
  return countBy(model.conflicts({}).items.flatMap(concernedNamespaces));
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function filled(
  row: Row,
  model: MeshModel,
  hosts: ReturnType<typeof hostCounter>,
  problems: number,
  conflicts: number | undefined,
): Row {
  const [name, workloads] = row.cells;
  const rest = without(row, 'pending');
  const found = model.meshFor({ metadata: { name: '', namespace: row.key } });
  const conflictCell = conflicts === undefined ? PENDING : countOf(conflicts);
  if ('problem' in found) {
    const cells = [name!, workloads!, dim('-'), warn('no istiod'), conflictCell, countOf(problems)];
    return { ...rest, cells, problem: true };
  }
  const cells = [
    name!,
    workloads!,
    String(hosts(found.mesh, row.key)),
    sidecarOf(found.mesh, row.key),
    conflictCell,
    countOf(problems),
  ];
  return { ...rest, cells, ...(problems + (conflicts ?? 0) > 0 && { problem: true }) };
}

/** Counts the hostnames of the registry that a namespace sees; those that every one sees are counted once. */
function hostCounter(): (mesh: Mesh, namespace: string) => number {
  const everyones = new Map<Mesh, Set<string>>();
  return (mesh, namespace) => {
    const { visible } = mesh.world;
    let known = everyones.get(mesh);
    if (!known) everyones.set(mesh, (known = new Set(visible.public.map(({ hostname }) => hostname))));
    const more = new Set(visible.exclusiveTo(namespace).map(({ hostname }) => hostname));
    for (const hostname of more) if (known.has(hostname)) more.delete(hostname);
    return known.size + more.size;
  };
}

/** The Sidecar that governs proxies without one of their own, and how many there are besides. */
function sidecarOf({ world }: Mesh, namespace: string): string | ReturnType<typeof dim> {
  const governing = world.sidecars.governing({ name: '', namespace, type: 'sidecar', labels: {} });
  const others = world.sidecars.of(namespace).filter((sidecar) => sidecar !== governing).length;
  const more = others > 0 ? ` +${others}` : '';
  if (!governing) return others > 0 ? `none${more}` : dim('none');
  return `${governing.metadata.namespace ?? ''}/${governing.metadata.name}${more}`;
}
