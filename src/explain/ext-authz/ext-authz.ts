import { API_VERSION } from '../../model/api-version.js';
import { distinct } from '../../model/distinct.js';
import type { Proxy } from '../../model/proxy.js';
import { hides } from '../../model/gap.js';
import type { Gap } from '../../model/snapshot.js';
import { extAuthzOf } from '../../xds/ext-authz/answer.js';
import type { Mesh } from '../../xds/mesh.js';
import type { PolicyOutcome } from '../../scope/policy-attachment.js';
import { ProxyExplainer } from '../explain.js';
import { relevantGaps } from '../gaps.js';
import { groundOf } from '../ground.js';
import { proxyRef } from '../proxy-ref.js';
import { withFixes } from './fixes/with-fixes.js';
import { handWrittenCall } from './hand-written-calls.js';
import { policyChain } from './policy-chain.js';
import { providerCalls } from './provider-calls.js';
import type { ExtAuthzReport, PolicyChain } from './report.js';
import { chainWeight } from './severity.js';
import type { Subject } from './subject.js';

const OUTCOMES: Record<Exclude<PolicyOutcome, 'in-force'>, string> = {
  'not-selected': "its selector does not match the workload's labels",
  'target-needs-gateway': 'targetRefs attach policies to gateways and waypoints only',
  'other-target': 'its targetRefs name no gateway, class or owned service of this proxy that they may name from there',
  'needs-target': 'this proxy takes policies with targetRefs only',
};

export interface ExtAuthzOptions {
  /** Tracers and access logs, too. */
  allProviders: boolean;
}

/** Follows every CUSTOM policy of a workload to the cluster that Envoy will call, and looks for changes that help. */
export function explainExtAuthz(mesh: Mesh, proxy: Proxy, options: ExtAuthzOptions): ExtAuthzReport {
  const ask = (one: Mesh) => {
    const subject = subjectOf(one, proxy);
    return { subject, report: extAuthzReport(subject, options) };
  };
  return withFixes(ask(mesh).report, mesh, proxy, ask);
}

function subjectOf(mesh: Mesh, proxy: Proxy): Subject {
  const explainer = new ProxyExplainer(mesh, proxy);
  const { config, points } = explainer.record;
  const uncertain = points.length > 0 || mesh.worlds.length > 1 || relevantGaps(mesh, proxy).length > 0;
  return { mesh, config, uncertain, explain: (...asked) => explainer.explain(...asked) };
}

export function extAuthzReport(subject: Subject, { allProviders }: ExtAuthzOptions): ExtAuthzReport {
  const { mesh, config } = subject;
  const { proxy } = config;
  const { considered, filters, handWritten } = extAuthzOf(mesh, config);
  const inForce = considered.filter(({ outcome }) => outcome === 'in-force');
  const items = inForce.map((policy) => policyChain(policy, filters, inForce, subject));
  const written = handWritten.map((filter) => handWrittenCall(filter, subject));
  const providers = allProviders ? providerCalls(subject) : undefined;
  const all = [...items, ...written, ...(providers ?? [])];
  const gaps = [...relevantGaps(mesh, proxy), ...policyGaps(mesh, proxy)];
  const undetermined = items.flatMap((item) => item.undetermined);
  const unsure =
    all.some(({ determined }) => !determined) || gaps.some((gap) => hidesPolicies(gap) || hidesServices(gap, items));
  return {
    apiVersion: API_VERSION,
    kind: 'ExtAuthzReport',
    proxy: proxyRef(proxy),
    verdict: unsure ? 'undetermined' : all.some(({ works }) => !works) ? 'broken' : items.length > 0 ? 'works' : 'none',
    items: items.sort((a, b) => Number(a.works) - Number(b.works) || chainWeight(b) - chainWeight(a)),
    others: considered.flatMap(({ by, outcome }) =>
      outcome === 'in-force' ? [] : [{ policy: by, why: OUTCOMES[outcome] }],
    ),
    handWritten: written,
    ...(providers && { providers }),
    undetermined: distinct(undetermined),
    gaps,
    ground: groundOf(mesh),
  };
}

/** AuthorizationPolicies that could not be read and would hold for a proxy, or for any. */
export function policyGaps({ snapshot, controlPlane }: Mesh, proxy?: Proxy): Gap[] {
  const needed = [controlPlane.meshConfig.rootNamespace, ...(proxy ? [proxy.namespace] : [])];
  return snapshot.gaps.filter(({ kind, cause, namespace, readNamespaces = [] }) => {
    if (kind !== 'AuthorizationPolicy' || cause === 'not-installed') return false;
    if (!proxy) return true;
    return namespace ? needed.includes(namespace) : !needed.every((name) => readNamespaces.includes(name));
  });
}

/** Without these nobody knows which policies and providers there are. */
export function hidesPolicies(gap: Gap): boolean {
  return hides(gap, 'AuthorizationPolicy', 'ConfigMap');
}

/** The look-up counts every service of the mesh. */
function hidesServices(gap: Gap, items: readonly PolicyChain[]): boolean {
  return (
    hides(gap, 'Service', 'ServiceEntry') && items.some(({ steps }) => steps.some(({ step }) => step === 'lookup'))
  );
}
