import { endpointState } from '../../explain/endpoint-state.js';
import { ProxyExplainer } from '../../explain/explain.js';
import type { Explanation, ZtunnelService } from '../../explain/explanation.js';
import { ztunnelServices } from '../../explain/ztunnel.js';
import { explanationRow } from '../../output/explanation-list-text.js';
import type { Cell } from '../../output/table.js';
import { whyText } from '../../output/ztunnel-text.js';
import type { Mesh } from '../../xds/mesh.js';
import { shortWorkload } from '../place.js';
import type { Answer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { bad, dim, PENDING, type Row } from './row.js';
import type { WorkloadGroup } from './workloads.js';

/** Every host of the registry for one workload; each is explained when asked for. */
export function hostRows(model: MeshModel, group: WorkloadGroup): Answer {
  const title = `Hosts(${group.namespace}/${shortWorkload(group.id)})`;
  const target = model.target(group);
  const explainer = model.explainer(group);
  if ('problem' in target && target.ambient) {
    const services = ztunnelServices(target.ambient);
    if (services) return { kind: 'rows', title, rows: services.map(ztunnelRow) };
  }
  if ('problem' in target)
    return { kind: 'nothing', title, text: `${group.namespace}/${group.title} ${target.problem}` };
  if (!(explainer instanceof ProxyExplainer)) return { kind: 'nothing', title, text: explainer.problem };
  return {
    kind: 'rows',
    title,
    rows: explainer.hosts.map((host) => ({ key: host, cells: [host, ...Array<Cell>(7).fill(PENDING)], pending: true })),
    fill: (host) => hostRow(explainer.explain(host), explainer, target.mesh),
  };
}

/** Of a workload in ambient mode: what ztunnel knows, and who decides about it. */
function ztunnelRow(service: ZtunnelService): Row {
  const { host, service: ref, source, waypoint, reason, known } = service;
  const why = waypoint === undefined ? whyText(service) : `waypoint ${waypoint} decides: ${whyText(service)}`;
  const none = dim('-');
  return {
    key: `${source.kind}/${source.namespace}/${source.name}/${host}`,
    host,
    cells: [host, dim('no CDS'), ref.namespace, ref.provider, none, none, reason?.code ?? none, why],
    ref: source,
    ...(!known && { problem: true }),
  };
}

/** The columns of the text table, and who provides the host and whether it can be reached. */
export function hostRow(answer: Explanation, explainer: ProxyExplainer, mesh: Mesh): Row {
  const [host = '', verdict = '', namespace = '', ports = '', , code = '', why = ''] = explanationRow(answer, true);
  const main = answer.candidates.find(({ outcome }) => outcome === 'kept') ?? answer.candidates[0];
  const ready = readyCell(answer.host, explainer, mesh);
  return {
    key: answer.host,
    cells: [host, verdict, namespace, main?.service.provider ?? dim('-'), ports, ready.cell, code, why],
    ...(main && { ref: main.source }),
    ...((answer.verdict !== 'present' || ready.none) && { problem: true }),
  };
}

function readyCell(host: string, { record }: ProxyExplainer, mesh: Mesh): { cell: Cell; none: boolean } {
  const whole = (record.clusters.get(host) ?? []).filter(({ subset }) => subset === '');
  if (whole.length === 0) return { cell: dim('-'), none: false };
  const states = whole.map((cluster) => endpointState(cluster, mesh));
  // The port that fares worst speaks for the host.
  const worst = states.reduce((a, b) => (b.ready < a.ready ? b : a));
  if (worst.problem) return { cell: bad(`0/${worst.sent}`), none: true };
  return { cell: worst.sent === 0 ? dim('any') : `${worst.ready}/${worst.sent}`, none: false };
}
