import type { Resource } from '../../model/resource.js';
import type { Mesh } from '../../xds/mesh.js';
import type { Answer } from './answer.js';
import { without } from '../without.js';
import type { MeshModel } from './mesh-model.js';
import { problemsByNamespace } from './problems.js';
import { countOf, dim, PENDING, warn, type Row } from './row.js';

export const NAMESPACE_COLUMNS = ['NAME', 'WORKLOADS', 'HOSTS', 'SIDECAR', 'CONFLICTS', 'PROBLEMS'] as const;

/** Namespaces of the mesh; what each sees of the registry is counted when asked for. */
export function namespaceRows(model: MeshModel): Answer & { kind: 'rows' } {
  const counts = new Map<string, number>();
  for (const { namespace } of model.groups.values()) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  const names = namespacesOf(model);
  let problems: ReadonlyMap<string, number> | undefined;
  const rows = [...names].sort().map((name) => skeleton(name, String(counts.get(name) ?? 0), names));
  const byName = new Map(rows.map((row) => [row.key, row]));
  return {
    kind: 'rows',
    title: 'Namespaces',
    rows,
    fill(name) {
      const row = byName.get(name);
      if (!row) return undefined;
      problems ??= problemsByNamespace(model);
      return filled(row, model, problems.get(name) ?? 0);
    },
  };

  function skeleton(name: string, workloads: string, all: ReadonlySet<string>): Row {
    const object = model.object({ kind: 'Namespace', namespace: '', name });
    return {
      key: name,
      cells: [name, workloads === '0' ? dim('0') : workloads, PENDING, PENDING, PENDING, PENDING],
      ...(object?.metadata.labels && { labels: object.metadata.labels }),
      ...(object && all.has(name) && { ref: { kind: 'Namespace', namespace: '', name, path: '' } }),
      pending: true,
    };
  }
}

/** Those that exist, and those that objects are in although their Namespace was not read. */
export function namespacesOf({ snapshot }: MeshModel): Set<string> {
  const names = new Set<string>();
  for (const { kind, metadata } of snapshot.resources) {
    if (kind === 'Namespace') names.add(metadata.name);
    else if (metadata.namespace) names.add(metadata.namespace);
  }
  return names;
}

function filled(row: Row, model: MeshModel, problems: number): Row {
  const [name, workloads] = row.cells;
  const rest = without(row, 'pending');
  const found = model.meshFor({ metadata: { name: '', namespace: row.key } });
  if ('problem' in found) {
    const cells = [name!, workloads!, dim('-'), warn('no istiod'), dim('-'), countOf(problems)];
    return { ...rest, cells, problem: true };
  }
  const { hosts, conflicts } = view(found.mesh, row.key);
  const cells = [
    name!,
    workloads!,
    String(hosts),
    sidecarOf(found.mesh, row.key),
    countOf(conflicts),
    countOf(problems),
  ];
  return { ...rest, cells, ...(problems + conflicts > 0 && { problem: true }) };
}

/** Hostnames that the namespace sees, and how many of them several objects claim. */
function view({ world }: Mesh, namespace: string): { hosts: number; conflicts: number } {
  const first = new Map<string, Resource>();
  const claimed = new Set<string>();
  for (const { hostname, source } of world.visible.seenFrom(namespace)) {
    const known = first.get(hostname);
    if (!known) first.set(hostname, source);
    else if (known !== source) claimed.add(hostname);
  }
  return { hosts: first.size, conflicts: claimed.size };
}

/** The Sidecar that governs proxies without one of their own, and how many there are besides. */
function sidecarOf({ world }: Mesh, namespace: string): string | ReturnType<typeof dim> {
  const governing = world.sidecars.governing({ name: '', namespace, type: 'sidecar', labels: {} });
  const others = world.sidecars.of(namespace).filter((sidecar) => sidecar !== governing).length;
  const more = others > 0 ? ` +${others}` : '';
  if (!governing) return others > 0 ? `none${more}` : dim('none');
  return `${governing.metadata.namespace ?? ''}/${governing.metadata.name}${more}`;
}
