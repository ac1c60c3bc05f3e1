import { distinct } from '../../model/distinct.js';
import { calledCluster } from '../../xds/ext-authz/called-cluster.js';
import { providerUsesOf } from '../../xds/references.js';
import type { ProviderUse } from '../../xds/telemetry/used-providers.js';
import { endpointStep, missing, serviceText } from './call-steps.js';
import type { ProviderCall } from './report.js';
import type { Subject } from './subject.js';

/** Tracers and access logs with a service of their own, and what happens where their cluster is missing. */
export function providerCalls(subject: Subject): ProviderCall[] {
  return distinct(providerUsesOf(subject.mesh, subject.config).map((use) => callOf(use, subject)));
}

function callOf({ provider, use, by }: ProviderUse, subject: Subject): ProviderCall {
  const { name, kind, lookup, port } = provider;
  const { config, mesh } = subject;
  const lost = use === 'tracing' ? 'spans are lost' : 'access logs are lost';
  const base = { name, kind, use, by, determined: true };
  if ('error' in lookup) {
    const text = `${lookup.message}: istiod leaves the provider out`;
    return { ...base, works: false, gets: 'lost', text, effect: lost };
  }
  const { cluster, held, holder } = calledCluster(lookup, config);
  const asNamed = cluster !== undefined && held === 'as-named';
  const explained =
    asNamed && !subject.uncertain ? undefined : subject.explain(lookup.host, port, lookup.service.namespace);
  const found = {
    ...base,
    cluster: lookup.cluster,
    determined: explained?.verdict !== 'undetermined',
  };
  if (!cluster) {
    const { text } = missing(lookup.cluster, explained);
    return REJECTED.has(kind)
      ? { ...found, works: false, gets: 'rejected', text, effect: LISTENERS }
      : { ...found, works: false, gets: 'lost', text, effect: lost };
  }
  if (!asNamed) {
    const whose = holder ? serviceText(holder) : "another namespace's service";
    return {
      ...found,
      works: false,
      gets: 'elsewhere',
      text: `${lookup.cluster} is ${whose} here, not ${serviceText(lookup.service)}`,
      effect: 'it is sent there',
    };
  }
  const { outcome, text } = endpointStep(cluster, mesh);
  return outcome === 'failed'
    ? { ...found, works: false, gets: 'lost', text: `${lookup.cluster}: ${text}`, effect: lost }
    : { ...found, works: true, gets: 'sent', text: `${lookup.cluster} is in the CDS`, effect: 'it is sent' };
}

/**
 * Tracers whose cluster Envoy wants to know when it loads a listener; all others look for it when they send.
 * Envoy source/extensions/tracers/zipkin/zipkin_tracer_impl.cc, …/datadog/tracer.cc: checkCluster
 */
const REJECTED = new Set(['zipkin', 'datadog']);
const LISTENERS =
  'Envoy rejects every listener that has the tracer: the proxy keeps its old listeners, or never gets ready';
