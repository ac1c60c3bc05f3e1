import type { Cell } from '../../output/table.js';
import { FIRST } from '../../model/undetermined.js';
import { fieldOf } from '../../model/resource.js';
import type { RowsAnswer } from './answer.js';
import { extAuthzState } from './ext-authz-rows.js';
import type { MeshModel } from './mesh-model.js';
import { countOf, dim, PENDING, warn, type Row } from './row.js';
import type { WorkloadGroup } from './workloads.js';

/** Workloads of a namespace, or of all; the clusters of each proxy are computed when asked for. */
export function workloadRows(model: MeshModel, namespace: string | undefined): RowsAnswer {
  return {
    kind: 'rows',
    title: `Workloads(${namespace ?? 'all'})`,
    rows: model.groupsOf(namespace).map(skeleton),
    fill(id) {
      const group = model.groups.get(id);
      return group && filled(group, model);
    },
  };
}

function skeleton(group: WorkloadGroup): Row {
  const rest = Array<Cell>(6).fill(PENDING);
  return { ...base(group), cells: [...names(group), ...rest], pending: true };
}

function base({ id, workload, labels }: WorkloadGroup): Omit<Row, 'cells'> {
  const object =
    workload.kind === 'pod' ? workload.pod : workload.kind === 'workload-entry' ? workload.entry : undefined;
  return {
    key: id,
    labels,
    ...(object && { ref: fieldOf(object, '') }),
  };
}

function names({ namespace, title, kind, pods }: WorkloadGroup): Cell[] {
  const count = `${pods.ready}/${pods.total}`;
  return [namespace, title, kind, pods.total === 0 ? dim('-') : pods.ready === 0 ? warn(count) : count];
}

function filled(group: WorkloadGroup, model: MeshModel): Row {
  const target = model.target(group);
  const none = dim('-');
  if ('problem' in target) {
    const unknown = target.problem.startsWith('belongs to');
    const cells = [unknown ? warn('no istiod') : dim('none'), none, none, none, none, none];
    return { ...base(group), cells: [...names(group), ...cells], ...(unknown && { problem: true }) };
  }
  const { mesh, proxy } = target;
  const { clusters, scope } = mesh.world.configOf(proxy, FIRST);
  const present = new Set(clusters.map(({ service }) => service.hostname)).size;
  const { sidecar } = scope;
  const report = model.extAuthz(group);
  const cells = [
    proxy.type,
    mesh.controlPlane.revision || 'default',
    sidecar
      ? `${sidecar.metadata.namespace ?? ''}/${sidecar.metadata.name}`
      : dim(proxy.type === 'sidecar' ? 'none' : '-'),
    String(clusters.length),
    countOf(mesh.world.registry.byHost.size - present),
    extAuthzState(report),
  ];
  return {
    ...base(group),
    cells: [...names(group), ...cells],
    ...((group.pods.ready < group.pods.total || report?.verdict === 'broken') && { problem: true }),
  };
}
