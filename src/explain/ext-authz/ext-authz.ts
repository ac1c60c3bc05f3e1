import { API_VERSION } from '../../model/api-version.js';
import type { Proxy } from '../../model/proxy.js';
import { extAuthzOf } from '../../xds/ext-authz/answer.js';
import type { Mesh } from '../../xds/mesh.js';
import type { PolicyOutcome } from '../../xds/policy-attachment.js';
import { ProxyExplainer } from '../explain.js';
import { relevantGaps } from '../gaps.js';
import { groundOf } from '../ground.js';
import { policyChain } from './policy-chain.js';
import { providerCalls } from './provider-calls.js';
import type { ExtAuthzReport } from './report.js';

const OUTCOMES: Record<Exclude<PolicyOutcome, 'in-force'>, string> = {
  'not-selected': "its selector does not match the workload's labels",
  'target-needs-gateway': 'targetRefs attach policies to gateways and waypoints only',
  'other-target': 'its targetRefs name another gateway',
  'needs-target': 'this proxy takes policies with targetRefs only',
};

export interface ExtAuthzOptions {
  /** Tracers and access logs, too. */
  allProviders: boolean;
  /** Look for changes that help. */
  fixes: boolean;
}

/** Follows every CUSTOM policy of a workload to the cluster that Envoy will call. */
export function explainExtAuthz(mesh: Mesh, proxy: Proxy, { allProviders, fixes }: ExtAuthzOptions): ExtAuthzReport {
  const explainer = new ProxyExplainer(mesh, proxy);
  const { config, points } = explainer.record;
  const { considered, filters, handWritten } = extAuthzOf(mesh, config);
  const inForce = considered.filter(({ outcome }) => outcome === 'in-force');
  const items = inForce.map((policy) => policyChain(policy, filters, explainer, mesh, fixes));
  const sent = new Set(config.clusters.map(({ name }) => name));
  const gaps = [
    ...relevantGaps(mesh, proxy),
    ...mesh.snapshot.gaps.filter(({ kind }) => kind === 'AuthorizationPolicy'),
  ];
  const unreadable = gaps.some(
    ({ kind, cause }) =>
      cause !== 'not-installed' &&
      ['AuthorizationPolicy', 'Sidecar', 'Service', 'ServiceEntry', 'ConfigMap'].includes(kind),
  );
  const broken = items.some(({ works, dryRun }) => !works && !dryRun);
  const providers = allProviders ? providerCalls(mesh, explainer) : undefined;
  return {
    apiVersion: API_VERSION,
    kind: 'ExtAuthzReport',
    proxy: { name: proxy.name, namespace: proxy.namespace, type: proxy.type },
    verdict: unreadable
      ? 'undetermined'
      : broken || providers?.some(({ works }) => !works)
        ? 'broken'
        : items.length > 0
          ? 'works'
          : 'none',
    items: items.sort((a, b) => Number(a.works) - Number(b.works)),
    others: considered.flatMap(({ by, outcome }) =>
      outcome === 'in-force' ? [] : [{ policy: by, why: OUTCOMES[outcome] }],
    ),
    handWritten: handWritten.map(({ by, name, chain, cluster }) => ({
      by,
      name,
      chain,
      cluster,
      inCds: sent.has(cluster),
    })),
    ...(providers && { providers }),
    undetermined: [...new Map(points.map((point) => [JSON.stringify(point), point])).values()],
    gaps,
    ground: groundOf(mesh.snapshot, mesh.controlPlane),
  };
}
