import { ProxyExplainer } from '../../explain/explain.js';
import { explanationRow } from '../../output/explanation-list-text.js';
import type { RowsAnswer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { dim, PENDING, type Row } from './row.js';
import type { WorkloadGroup } from './workloads.js';

/** For every workload with a proxy, whether it has a host; each is computed when asked for. */
export function whoRows(model: MeshModel, host: string): RowsAnswer {
  const groups = [...model.groups.values()].filter((group) => 'proxy' in model.target(group));
  return {
    kind: 'rows',
    title: `Who sees ${host}`,
    rows: groups.map((group) => ({
      ...base(group),
      cells: [...names(group), PENDING, PENDING, PENDING, PENDING],
      pending: true,
    })),
    fill(id) {
      const group = model.groups.get(id);
      return group && filled(group, host, model);
    },
  };
}

function base({ id, labels }: WorkloadGroup): Omit<Row, 'cells'> {
  return { key: id, labels };
}

const names = ({ namespace, title, kind }: WorkloadGroup) => [namespace, title, kind];

function filled(group: WorkloadGroup, host: string, model: MeshModel): Row {
  const explainer = model.explainer(group);
  if (!(explainer instanceof ProxyExplainer)) {
    return { ...base(group), cells: [...names(group), dim('-'), dim('-'), dim('-'), explainer.problem] };
  }
  const answer = explainer.explain(host);
  const [, verdict = '', , ports = '', , code = '', why = ''] = explanationRow(answer, true);
  return {
    ...base(group),
    cells: [...names(group), verdict, ports, code, why],
    ...(answer.verdict !== 'present' && { problem: true }),
  };
}
