import { ProxyExplainer } from '../../explain/explain.js';
import type { Explanation } from '../../explain/explanation.js';
import { ztunnelServices } from '../../explain/ztunnel.js';
import { shortWorkload, type Place } from '../place.js';
import { explainExtAuthz } from '../../explain/ext-authz/ext-authz.js';
import type { ExtAuthzReport } from '../../explain/ext-authz/report.js';
import { extAuthzHeadline } from '../../output/ext-authz-text.js';
import { plain } from '../../output/paint.js';
import { proxyText } from '../../output/proxy-text.js';
import { without } from '../without.js';
import type { Answer, Later } from './answer.js';
import { conflictItems } from './conflict-items.js';
import { conflictRows } from './conflict-rows.js';
import { extAuthzWorkloads } from './ext-authz-rows.js';
import { policyItems } from './policy-items.js';
import { groundLines } from './ground-lines.js';
import { hostRows } from './host-rows.js';
import type { MeshModel } from './mesh-model.js';
import { namespaceRows } from './namespace-rows.js';
import { problemRows } from './problem-rows.js';
import { resourceLines } from './resource-lines.js';
import { walkItems } from './walk-items.js';
import { ztunnelItems } from './ztunnel-items.js';
import { whoRows } from './who-rows.js';
import { workloadRows } from './workload-rows.js';
import type { WorkloadGroup } from './workloads.js';

/** What the engine says to a place of the view. */
export function answerTo(model: MeshModel, place: Place): Answer {
  switch (place.screen) {
    case 'namespaces':
      return namespaceRows(model);
    case 'workloads':
      return workloadRows(model, place.namespace);
    case 'hosts':
      return withWorkload(model, place.workload, (group) => hostRows(model, group));
    case 'walk':
      return withWorkload(model, place.workload, (group) => walk(model, group, place.host));
    case 'resource':
      return resourceLines(model, place.ref);
    case 'who':
      return whoRows(model, place.host);
    case 'conflicts':
      return conflictRows(model, without(place, 'screen'));
    case 'conflict':
      return conflictItems(model, without(place, 'screen'));
    case 'ext-authz':
      return extAuthzWorkloads(model, place.namespace);
    case 'policies':
      return withWorkload(model, place.workload, (group) => policies(model, group));
    case 'problems':
      return problemRows(model, place.namespace);
    case 'ground':
      return groundLines(model);
  }
}

function withWorkload(model: MeshModel, id: string, answer: (group: WorkloadGroup) => Answer): Answer {
  const group = model.group(id);
  if (group) return answer(group);
  return { kind: 'nothing', title: shortWorkload(id), text: `The workload ${id} is gone.` };
}

function walk(model: MeshModel, group: WorkloadGroup, host: string): Answer {
  const explainer = model.explainer(group);
  const title = `Walk(${host})`;
  if (!(explainer instanceof ProxyExplainer)) {
    const text = `${group.namespace}/${group.title} ${explainer.problem}`;
    const services = explainer.ambient && ztunnelServices(explainer.ambient, [host]);
    if (!services) return { kind: 'nothing', title, text };
    return { kind: 'tree', title, head: [text], items: ztunnelItems(services, (ref) => model.located(ref)) };
  }
  const answer = explainer.explain(host);
  const told = (one: Explanation, whole: boolean): Answer & { kind: 'tree' } => ({
    kind: 'tree',
    title,
    head: [headline(one)],
    items: walkItems(one, (ref) => model.located(ref), whole),
  });
  // Routes that lead nowhere are looked for in all routes, and a fix is proven by running the engine again on a changed mesh.
  const more = () => inOneStep(() => told(explainer.explainWithFix(host), true));
  return { ...told(answer, answer.verdict !== 'absent'), more };
}

const VERDICTS = { present: '✔ is in', absent: '✘ is NOT in', undetermined: '? may or may not be in' };

function headline({ host, verdict, proxy, ground }: Explanation): string {
  return `${host} ${VERDICTS[verdict]} the CDS of ${proxyText(proxy)} (${proxy.type}, istiod ${ground.istiod.version})`;
}

function policies(model: MeshModel, group: WorkloadGroup): Answer {
  const title = `ext_authz(${group.namespace}/${shortWorkload(group.id)})`;
  const target = model.target(group);
  if ('problem' in target) {
    const text = `${group.namespace}/${group.title} ${target.problem} CUSTOM policies are enforced by sidecars, gateways and waypoints.`;
    return { kind: 'nothing', title, text };
  }
  const { mesh, proxy } = target;
  const told = (report: ExtAuthzReport, whole: boolean): Answer & { kind: 'tree' } => ({
    kind: 'tree',
    title,
    head: [extAuthzHeadline(report, plain)],
    items: policyItems(report, (ref) => model.located(ref), whole),
  });
  const quick = model.extAuthz(group);
  if (quick?.verdict === 'works') return told(quick, true);
  const whole = () => told(explainExtAuthz(mesh, proxy, { allProviders: false }), true);
  return quick ? { ...told(quick, false), more: () => inOneStep(whole) } : whole();
}

function inOneStep(answer: () => Answer): Later {
  return { next: () => ({ done: true, value: answer() }) };
}
