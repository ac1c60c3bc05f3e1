import { calledCluster } from '../../xds/ext-authz/called-cluster.js';
import { providerUsesOf } from '../../xds/references.js';
import type { ProviderUse } from '../../xds/telemetry/used-providers.js';
import type { Mesh } from '../../xds/mesh.js';
import { reasonText } from '../reason-text.js';
import type { ProxyExplainer } from '../explain.js';
import type { ProviderCall } from './report.js';

/** Tracers and access logs with a service of their own, and what happens where their cluster is missing. */
export function providerCalls(mesh: Mesh, explainer: ProxyExplainer): ProviderCall[] {
  const calls = providerUsesOf(mesh, explainer.record.config).map((use) => callOf(use, explainer));
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

function callOf({ provider, use, by }: ProviderUse, explainer: ProxyExplainer): ProviderCall {
  const { name, kind, lookup, port } = provider;
  const base = { name, kind, use, by };
  if ('error' in lookup)
    return {
      ...base,
      works: false,
      text: `${lookup.message}: istiod leaves the provider out, and nothing is exported`,
    };
  const { cluster, held } = calledCluster(lookup, explainer.record.config);
  if (cluster && held === 'as-named')
    return { ...base, cluster: lookup.cluster, works: true, text: `${lookup.cluster} is in the CDS` };
  if (cluster) {
    return {
      ...base,
      cluster: lookup.cluster,
      works: false,
      text: `${lookup.cluster} is another namespace's service here`,
    };
  }
  const [blocker] = explainer.explain(lookup.host, port).blockers ?? [];
  const why = blocker ? ` (${blocker.stage}: ${reasonText(blocker.reason)})` : '';
  return {
    ...base,
    cluster: lookup.cluster,
    works: false,
    text: `${lookup.cluster} is not in the CDS${why}: ${MISSING[kind] ?? LOST}`,
  };
}

const LOST = 'nothing is exported';

/** What Envoy does about a cluster that it does not have. */
const MISSING: Record<string, string> = {
  zipkin: 'Envoy rejects every listener that has the tracer, so the proxy keeps its old listeners or never gets ready',
  opentelemetry: 'spans are lost',
  skywalking: 'spans are lost',
  datadog: 'Envoy rejects every listener that has the tracer',
  envoyHttpAls: 'access logs are lost',
  envoyTcpAls: 'access logs are lost',
  envoyOtelAls: 'access logs are lost',
};
