import type { ExtAuthzReport } from '../../explain/ext-authz/report.js';
import { extAuthzRows } from '../../output/ext-authz-text.js';
import type { Cell } from '../../output/table.js';
import type { RowsAnswer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { bad, dim, good, PENDING, type Row } from './row.js';
import type { WorkloadGroup } from './workloads.js';

/** Workloads of a namespace, or of all, that have something to check; what it comes to is computed when asked for. */
export function extAuthzWorkloads(model: MeshModel, namespace: string | undefined): RowsAnswer {
  const groups = model.groupsOf(namespace).filter((group) => model.hasChecks(group));
  return {
    kind: 'rows',
    title: `ext_authz(${namespace ?? 'all'})`,
    rows: groups.map((group) => ({
      ...base(group),
      cells: [...names(group), PENDING, PENDING, PENDING, PENDING, PENDING],
      pending: true,
    })),
    empty: 'Nothing is checked: no CUSTOM policy or hand-written filter holds here.',
    fill(id) {
      const group = model.groups.get(id);
      const report = group && model.extAuthz(group);
      return report && filled(group, report);
    },
  };
}

/** Whether the checks of a workload can work. */
export function extAuthzState(report: ExtAuthzReport | undefined): Cell {
  switch (report?.verdict) {
    case 'works':
      return good('works');
    case 'broken':
      return bad('broken');
    case 'undetermined':
      return { text: '? unknown', style: 'warn' };
    default:
      return dim('none');
  }
}

const names = ({ namespace, title }: WorkloadGroup): Cell[] => [namespace, title];

function base({ id, labels }: WorkloadGroup): Omit<Row, 'cells'> {
  return { key: id, labels };
}

/** The worst of its checks speaks for a workload. */
function filled(group: WorkloadGroup, report: ExtAuthzReport): Row {
  const all = extAuthzRows(report, false);
  const [worst = []] = [...extAuthzRows(report), ...all];
  const [, what = dim('-'), provider = dim('-'), gets = dim('-'), why = ''] = worst;
  const more = all.length > 1 ? ` +${all.length - 1}` : '';
  return {
    ...base(group),
    cells: [
      ...names(group),
      extAuthzState(report),
      typeof what === 'string' ? `${what}${more}` : what,
      provider,
      gets,
      why,
    ],
    ...((report.verdict === 'broken' || report.verdict === 'undetermined') && { problem: true }),
  };
}
