import type { Cell } from '../../output/table.js';
import { FIRST } from '../../model/undetermined.js';
import type { Answer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { countOf, dim, PENDING, warn, type Row } from './row.js';
import type { WorkloadGroup } from './workloads.js';

export const WORKLOAD_COLUMNS = [
  'NAMESPACE',
  'NAME',
  'KIND',
  'PODS',
  'PROXY',
  'REVISION',
  'SIDECAR',
  'CLUSTERS',
  'ABSENT',
] as const;

/** Workloads of a namespace, or of all; the clusters of each proxy are computed when asked for. */
export function workloadRows(model: MeshModel, namespace: string | undefined): Answer & { kind: 'rows' } {
  const groups = [...model.groups.values()].filter((group) => namespace === undefined || group.namespace === namespace);
  return {
    kind: 'rows',
    title: `Workloads(${namespace ?? 'all'})`,
    rows: groups.map(skeleton),
    fill(id) {
      const group = model.groups.get(id);
      return group && filled(group, model);
    },
  };
}

function skeleton(group: WorkloadGroup): Row {
  const rest = [PENDING, PENDING, PENDING, PENDING, PENDING];
  return { ...base(group), cells: [...names(group), ...rest], pending: true };
}

function base({ id, namespace, workload, labels }: WorkloadGroup): Omit<Row, 'cells'> {
  const object =
    workload.kind === 'pod' ? workload.pod : workload.kind === 'workload-entry' ? workload.entry : undefined;
  return {
    key: id,
    labels,
    ...(object && { ref: { kind: object.kind, namespace, name: object.metadata.name, path: '' } }),
  };
}

function names({ namespace, name, kind, pods }: WorkloadGroup): Cell[] {
  const count = `${pods.ready}/${pods.total}`;
  return [namespace, name, kind, pods.total === 0 ? dim('-') : pods.ready === 0 ? warn(count) : count];
}

function filled(group: WorkloadGroup, model: MeshModel): Row {
  const target = model.target(group);
  const none = dim('-');
  if ('problem' in target) {
    const unknown = target.problem.startsWith('belongs to');
    const cells = [unknown ? warn('no istiod') : dim('none'), none, none, none, none];
    return { ...base(group), cells: [...names(group), ...cells], ...(unknown && { problem: true }) };
  }
  const { mesh, proxy } = target;
  const { clusters, scope } = mesh.world.configOf(proxy, FIRST);
  const present = new Set(clusters.map(({ service }) => service.hostname)).size;
  const { sidecar } = scope;
  const cells = [
    proxy.type,
    mesh.controlPlane.revision || 'default',
    sidecar
      ? `${sidecar.metadata.namespace ?? ''}/${sidecar.metadata.name}`
      : dim(proxy.type === 'sidecar' ? 'none' : '-'),
    String(clusters.length),
    countOf(mesh.world.registry.byHost.size - present),
  ];
  return {
    ...base(group),
    cells: [...names(group), ...cells],
    ...(group.pods.ready < group.pods.total && { problem: true }),
  };
}
