import type { FieldRef } from '../../model/resource.js';
import { calledCluster } from '../../xds/ext-authz/called-cluster.js';
import type { CustomPolicy } from '../../xds/ext-authz/custom-policies.js';
import type { ExtAuthzFilter } from '../../xds/ext-authz/filters.js';
import type { ExtAuthzProvider } from '../../xds/ext-authz/providers.js';
import { serviceRef } from '../candidates.js';
import { callSteps, serviceText } from './call-steps.js';
import { effectOf } from './effect.js';
import type { ChainStep, PolicyChain } from './report.js';
import type { Subject } from './subject.js';

/** Follows a policy: provider → look-up → cluster → CDS → the service it is here → port and protocol → endpoints. */
export function policyChain(
  policy: CustomPolicy,
  filters: readonly ExtAuthzFilter[],
  inForce: readonly CustomPolicy[],
  subject: Subject,
): PolicyChain {
  const { config, mesh } = subject;
  const provider = config.world.providers.get(policy.provider);
  const own = filters.filter(({ policies }) => policies.includes(policy));
  const steps = [...policySteps(policy, own), ...providerSteps(policy, provider, own, inForce)];
  const reached = provider && !steps.some(({ step, outcome }) => step === 'provider' && outcome === 'failed');
  if (reached) steps.push(lookupStep(provider));
  const found = reached && !('error' in provider.lookup) ? provider.lookup : undefined;
  const called = found && calledCluster(found, config);
  const explained =
    found && (subject.uncertain || called?.held !== 'as-named' || !called.cluster)
      ? subject.explain(found.host, provider!.port, found.service.namespace)
      : undefined;
  if (found && called) steps.push(...callSteps(found, called, provider!.api, config, mesh, explained));
  else steps.push({ step: 'cluster', outcome: 'not-reached', text: 'not reached: istiod makes no call' });
  const failed = steps.find(({ step, outcome }) => outcome === 'failed' && step !== 'service' && step !== 'policy');
  const otherService =
    called?.held === 'by-another-namespace' && called.holder ? serviceText(called.holder) : undefined;
  const effects = own.map((filter) => effectOf(filter, policy, { failed, otherService }));
  const idle = policy.dryRun && effects.length === 0;
  return {
    policy: policy.by,
    dryRun: policy.dryRun,
    provider: {
      name: policy.provider,
      ...(provider && { api: provider.api, service: provider.service, port: provider.port, by: provider.by }),
    },
    works: idle || !steps.some(({ outcome }) => outcome === 'failed'),
    determined: explained?.verdict !== 'undetermined',
    steps,
    effects,
    ...(found && { cluster: found.cluster, named: serviceRef(found.service) }),
    ...(called?.holder && { called: serviceRef(called.holder) }),
    undetermined: explained?.undetermined ?? [],
  };
}

function policySteps({ object, dryRun, by }: CustomPolicy, own: readonly ExtAuthzFilter[]): ChainStep[] {
  const at = (path: string): FieldRef => ({ ...by, path });
  const steps: ChainStep[] = [];
  if (dryRun) {
    const denies = own.some(({ effect }) => effect.kind === 'deny-by-dry-run');
    const crashes = own.some(({ effect }) => effect.kind === 'crash');
    const text = denies
      ? 'dry run: this istiod builds its rules as a deny'
      : crashes
        ? 'dry run, and no provider that could be used: this istiod ends with a panic'
        : 'dry run: istiod does not enforce its rules, but its provider counts';
    const outcome = denies || crashes ? 'failed' : 'warning';
    steps.push({ step: 'policy', outcome, text, by: at('metadata.annotations["istio.io/dry-run"]') });
  }
  if ((object.spec?.rules ?? []).length === 0) {
    steps.push({ step: 'policy', outcome: 'failed', text: 'it has no rules, so it never matches', by: at('spec') });
  }
  return steps;
}

function providerSteps(
  { provider: name, by }: CustomPolicy,
  provider: ExtAuthzProvider | undefined,
  own: readonly ExtAuthzFilter[],
  inForce: readonly CustomPolicy[],
): ChainStep[] {
  const failed = (text: string, at: FieldRef): ChainStep => ({ step: 'provider', outcome: 'failed', text, by: at });
  if (!provider) {
    const text = name === '' ? 'the policy names no provider' : `the mesh config has no ext_authz provider "${name}"`;
    return [failed(`istiod puts a deny in the place of the check: ${text}`, by)];
  }
  const steps: ChainStep[] = [{ step: 'provider', outcome: 'passed', text: providerText(provider), by: provider.by }];
  for (const { path, message } of provider.faults)
    steps.push(failed(`istiod refuses it: ${message}`, { ...provider.by, path: faultPath(provider.by.path, path) }));
  const several = own.find(({ effect }) => 'reason' in effect && effect.reason.code === 'several-providers');
  if (several && 'reason' in several.effect) {
    const other = inForce.find((policy) => policy.provider !== name);
    const { message } = several.effect.reason;
    steps.push(failed(`istiod puts a deny in the place of the check: ${message}`, other?.by ?? by));
  }
  return steps;
}

/** The name stands beside the field of the kind, everything else in it. */
function faultPath(kind: string, field: string): string {
  return `${field === 'name' ? kind.slice(0, kind.lastIndexOf('.')) : kind}.${field}`;
}

function providerText({ name, api, service, port, failOpen, statusOnError }: ExtAuthzProvider): string {
  const status = statusOnError === undefined ? '' : `, statusOnError ${statusOnError}`;
  return `${name}: ${api === 'grpc' ? 'gRPC' : 'HTTP'}, ${service}, port ${port}${failOpen ? ', failOpen' : status}`;
}

function lookupStep({ lookup, by }: ExtAuthzProvider): ChainStep {
  const at = { ...by, path: `${by.path}.service` };
  if ('error' in lookup) {
    return {
      step: 'lookup',
      outcome: 'failed',
      text: `istiod puts a deny in the place of the check: ${lookup.message}`,
      by: at,
    };
  }
  return { step: 'lookup', outcome: 'passed', text: `${serviceText(lookup.service)} → ${lookup.cluster}`, by: at };
}
