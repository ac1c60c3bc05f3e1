import type { Service } from '../../model/service.js';
import { calledCluster, type CalledCluster } from '../../xds/ext-authz/called-cluster.js';
import type { CustomPolicy } from '../../xds/ext-authz/custom-policies.js';
import type { ExtAuthzFilter } from '../../xds/ext-authz/filters.js';
import type { ClusterFound } from '../../xds/ext-authz/lookup-cluster.js';
import type { ExtAuthzProvider } from '../../xds/ext-authz/providers.js';
import type { Mesh } from '../../xds/mesh.js';
import { serviceRef } from '../candidates.js';
import { endpointState } from '../endpoint-state.js';
import type { ProxyExplainer } from '../explain.js';
import type { Explanation } from '../explanation.js';
import { reasonText } from '../reason-text.js';
import { effectText } from './effect-text.js';
import type { ChainStep, PolicyChain } from './report.js';

/** Follows a policy: provider → look-up → cluster → CDS → the service it is here → port and protocol → endpoints. */
export function policyChain(
  policy: CustomPolicy,
  filters: readonly ExtAuthzFilter[],
  explainer: ProxyExplainer,
  mesh: Mesh,
  fixes: boolean,
): PolicyChain {
  const { config } = explainer.record;
  const provider = config.world.providers.get(policy.provider);
  const own = filters.filter(({ policies }) => policies.includes(policy));
  const steps: ChainStep[] = [providerStep(policy, provider)];
  const lookup = provider?.lookup;
  const found = lookup && !('error' in lookup) ? lookup : undefined;
  if (provider) steps.push(...faultSteps(provider), lookupStep(provider));
  const called = found && calledCluster(found, config);
  const explain = fixes ? explainer.explainWithFix.bind(explainer) : explainer.explain.bind(explainer);
  const explained = found && provider ? explain(found.host, provider.port) : undefined;
  if (found && called && explained && provider) {
    steps.push(
      clusterStep(found, called, explained),
      ...serviceSteps(found, called, provider),
      ...endpointSteps(called, mesh),
    );
  }
  const deny = own.find(({ effect }) => effect.kind === 'deny');
  if (deny?.effect.kind === 'deny' && !steps.some(({ outcome }) => outcome === 'failed')) {
    steps.push({ step: 'provider', outcome: 'failed', text: deny.effect.reason.message });
  }
  const works = !steps.some(({ outcome }) => outcome === 'failed');
  return {
    policy: policy.by,
    dryRun: policy.dryRun,
    provider: {
      name: policy.provider,
      ...(provider && { api: provider.api, service: provider.service, port: provider.port, by: provider.by }),
    },
    works,
    steps,
    effects: own.map((filter) => ({ chain: filter.chain, text: effectText(filter, called) })),
    ...(found && { cluster: found.cluster, named: serviceRef(found.service) }),
    ...(called?.holder && { called: serviceRef(called.holder) }),
    ...(explained?.fix && { fix: explained.fix }),
  };
}

function providerStep({ provider: name, by }: CustomPolicy, provider: ExtAuthzProvider | undefined): ChainStep {
  if (!provider)
    return { step: 'provider', outcome: 'failed', text: `the mesh config has no ext_authz provider "${name}"`, by };
  const { api, service, port } = provider;
  const failure = provider.failOpen
    ? ', failOpen'
    : provider.statusOnError
      ? `, statusOnError ${provider.statusOnError}`
      : '';
  return {
    step: 'provider',
    outcome: 'passed',
    text: `${name}: ${api === 'grpc' ? 'gRPC' : 'HTTP'}, ${service}, port ${port}${failure}`,
    by: provider.by,
  };
}

function faultSteps({ faults, by }: ExtAuthzProvider): ChainStep[] {
  return faults.map(({ path, message }) => ({
    step: 'provider',
    outcome: 'failed',
    text: `istiod refuses the provider: ${message}`,
    by: { ...by, path: `${by.path}.${path}` },
  }));
}

function lookupStep({ lookup, by }: ExtAuthzProvider): ChainStep {
  const at = { ...by, path: `${by.path}.service` };
  if ('error' in lookup) return { step: 'lookup', outcome: 'failed', text: lookup.message, by: at };
  const { service, cluster } = lookup;
  return { step: 'lookup', outcome: 'passed', text: `${describe(service)} → ${cluster}`, by: at };
}

function clusterStep({ cluster }: ClusterFound, called: CalledCluster, explained: Explanation): ChainStep {
  if (called.cluster)
    return { step: 'cluster', outcome: 'passed', text: `in the CDS of this proxy (${called.cluster.type})` };
  const [blocker] = explained.blockers ?? [];
  const why = blocker ? `: ${blocker.stage}: ${reasonText(blocker.reason)}` : '';
  return {
    step: 'cluster',
    outcome: 'failed',
    text: `${cluster} is not in the CDS of this proxy${why}`,
    ...(blocker?.reason.by && { by: blocker.reason.by }),
    ...(blocker && { reason: blocker }),
  };
}

function serviceSteps(
  { service }: ClusterFound,
  { cluster, holder, held, port }: CalledCluster,
  provider: ExtAuthzProvider,
): ChainStep[] {
  if (!cluster || !holder) return [];
  const steps: ChainStep[] = [];
  if (held === 'by-another-namespace') {
    const text = `here the cluster is ${describe(holder)}, not ${describe(service)}: a cluster's name has no namespace, and this proxy's scope decides`;
    steps.push({ step: 'service', outcome: 'failed', text });
  }
  if (provider.api === 'grpc' && port && !['GRPC', 'GRPC-Web', 'HTTP2'].includes(port.protocol)) {
    const text = `gRPC needs HTTP/2, and port ${port.number} is ${port.protocol === 'UnsupportedProtocol' ? 'of no declared protocol' : port.protocol}: name the port grpc or http2`;
    steps.push({ step: 'port', outcome: port.protocol === 'UnsupportedProtocol' ? 'warning' : 'failed', text });
  }
  return steps;
}

function endpointSteps({ cluster }: CalledCluster, mesh: Mesh): ChainStep[] {
  if (!cluster) return [{ step: 'endpoints', outcome: 'not-reached', text: 'not reached' }];
  const { problem, text } = endpointState(cluster, mesh);
  return [{ step: 'endpoints', outcome: problem ? 'failed' : 'passed', text, ...(problem?.by && { by: problem.by }) }];
}

function describe(service: Service): string {
  return `${service.source.kind} ${service.namespace}/${service.source.metadata.name}`;
}
