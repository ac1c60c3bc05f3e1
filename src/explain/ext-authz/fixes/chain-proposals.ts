import type { AuthorizationPolicy } from '../../../model/istio.js';
import type { Mesh } from '../../../xds/mesh.js';
import { ProxyExplainer } from '../../explain.js';
import type { Change } from '../../fixes/change.js';
import { portProposals, serviceMissing, serviceProposals, type Named } from '../../fixes/provider-service.js';
import type { Sight } from '../../fixes/search-fix.js';
import type { ChainStep, PolicyChain } from '../report.js';
import type { Subject } from '../subject.js';
import { nameProposals, renameProposals } from './provider-names.js';
import { declareProtocol } from './declare-protocol.js';

/** What may help a policy's check, or what it lacks: the first link that fails says it. */
export function sightOf(chain: PolicyChain, policy: AuthorizationPolicy, subject: Subject): Sight {
  const failed = chain.steps.filter(({ outcome }) => outcome === 'failed');
  const [first] = failed;
  if (!first || chain.works) return 'works';
  const { mesh, config } = subject;
  const provider = config.world.providers.get(chain.provider.name);
  const named: Named | undefined = provider && { ...provider, kind: KINDS[provider.api] };
  switch (first.step) {
    case 'policy':
      return { proposals: [], missing: policyMissing(chain) };
    case 'provider':
      if (!named)
        return { proposals: nameProposals(chain.provider.name, policy, mesh), missing: noProvider(chain, mesh) };
      return providerSight(first, named, policy, mesh);
    case 'lookup':
      return {
        proposals: named ? serviceProposals(named, mesh) : [],
        ...(named && { missing: serviceMissing(named) }),
      };
    case 'port':
      return {
        proposals: named ? [...portProposals(named, mesh), ...declareProtocol(named, mesh)] : [],
        missing: 'a port of the service that speaks HTTP/2',
      };
    case 'tls':
      return {
        proposals: [],
        missing: 'a DestinationRule for the host with trafficPolicy.tls.mode SIMPLE, seen by this proxy',
      };
    case 'endpoints':
      return unready(`of ${chain.named?.namespace}/${chain.named?.name}`);
    default:
      return { proposals: named ? clusterProposals(named, subject) : [], missing: missingOf(first, named) };
  }
}

/** Nothing but endpoints is missing. */
export function unready(whose: string): Sight {
  return { proposals: [], missing: `a ready endpoint ${whose}`, configured: true };
}

const KINDS = { grpc: 'envoyExtAuthzGrpc', http: 'envoyExtAuthzHttp' } as const;

/** A cluster that CDS lacks, or that is another namespace's: another port, or what the walk of the host says. */
export function clusterProposals(named: Named, { mesh, config }: Subject): Change[][] {
  if ('error' in named.lookup) return [];
  const { host, service } = named.lookup;
  if (!service.ports.some(({ number }) => number === named.port)) return portProposals(named, mesh);
  const explainer = new ProxyExplainer(mesh, config.proxy);
  const { changes } = explainer.changesFor(host, { port: named.port, namespace: service.namespace });
  return changes.length > 0 ? [changes] : [];
}

function missingOf({ text }: ChainStep, named: Named | undefined): string {
  const host = named && !('error' in named.lookup) ? named.lookup.host : 'the host';
  return `a service ${host} that this proxy can be sent (${text})`;
}

function policyMissing({ dryRun }: PolicyChain): string {
  return dryRun
    ? 'a decision whether the policy is to be enforced (annotation istio.io/dry-run)'
    : 'rules: a policy without any takes in nothing';
}

function noProvider({ provider: { name } }: PolicyChain, { world }: Mesh): string {
  const known = [...world.providers.keys()].sort().join(', ') || 'none';
  return `an ext_authz provider "${name}" in extensionProviders of the mesh config (there are: ${known})`;
}

function providerSight({ by, text }: ChainStep, named: Named, policy: AuthorizationPolicy, mesh: Mesh): Sight {
  if (by?.kind !== 'MeshConfig') {
    const several = 'one provider for all CUSTOM policies of this workload, or an istiod that takes several';
    return { proposals: [], missing: `${several} (${text})` };
  }
  const field = by.path.slice(by.path.lastIndexOf('.') + 1);
  if (field === 'port') return { proposals: portProposals(named, mesh), missing: 'a port in the mesh config' };
  if (field === 'service') return { proposals: serviceProposals(named, mesh), missing: serviceMissing(named) };
  if (field === 'name') {
    const proposals = [...renameProposals(named, mesh), ...nameProposals(named.name, policy, mesh)];
    return { proposals, missing: 'another name for the provider' };
  }
  return { proposals: [], missing: `a value that istiod takes for ${by.path} in the mesh config` };
}
