import type { AuthorizationPolicy } from '../../../model/istio.js';
import type { Proxy } from '../../../model/proxy.js';
import { providerReferences } from '../../../xds/ext-authz/providers.js';
import type { Mesh } from '../../../xds/mesh.js';
import { ProxyExplainer } from '../../explain.js';
import type { Fix } from '../../explanation.js';
import { asFix } from '../../fixes/as-fix.js';
import { effectsOn, proxiesInReach } from '../../fixes/effects.js';
import { searchFix, type Found, type Sight } from '../../fixes/search-fix.js';
import { serviceMissing, serviceProposals } from '../../fixes/provider-service.js';
import type { ExtAuthzReport, HandWrittenCall, PolicyChain, ProviderCall } from '../report.js';
import type { Subject } from '../subject.js';
import { clusterProposals, sightOf, unready } from './chain-proposals.js';

type Ask = (mesh: Mesh) => { report: ExtAuthzReport; subject: Subject };

/** A report in which every call that cannot work has a change that is proven to help, or says what is missing. */
export function withFixes(report: ExtAuthzReport, mesh: Mesh, proxy: Proxy, ask: Ask): ExtAuthzReport {
  const help = <T extends object>(call: T, look: (mesh: Mesh) => Sight): T => {
    const { found, missing } = searchFix(mesh, look);
    if (found) return { ...call, fix: describe(found, mesh, proxy) };
    return missing ? { ...call, missing } : call;
  };
  const needsHelp = ({ works, determined }: { works: boolean; determined: boolean }) => !works && determined;
  return {
    ...report,
    items: report.items.map((item) => (needsHelp(item) ? help(item, (one) => lookAtPolicy(item, ask(one))) : item)),
    handWritten: report.handWritten.map((call) =>
      needsHelp(call) ? help(call, (one) => lookAtFilter(call, proxy, one, ask)) : call,
    ),
    ...(report.providers && {
      providers: report.providers.map((call) =>
        needsHelp(call) ? help(call, (one) => lookAtProvider(call, ask(one))) : call,
      ),
    }),
  };
}

function lookAtPolicy({ policy: { namespace, name } }: PolicyChain, { report, subject }: ReturnType<Ask>): Sight {
  const chain = report.items.find(({ policy }) => policy.namespace === namespace && policy.name === name);
  const object = subject.mesh.admitted
    .of<AuthorizationPolicy>('AuthorizationPolicy')
    .find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  return chain && object ? sightOf(chain, object, subject) : { proposals: [] };
}

/** The cluster is written by hand: only its service can be brought to the proxy. */
function lookAtFilter({ cluster, by, name }: HandWrittenCall, proxy: Proxy, mesh: Mesh, ask: Ask): Sight {
  const { report } = ask(mesh);
  const call = report.handWritten.find(
    (one) => one.name === name && one.by.name === by.name && one.by.path === by.path,
  );
  if (!call || call.works) return call ? 'works' : { proposals: [] };
  const [direction, port, subset, host] = cluster.split('|');
  if (call.step.step === 'endpoints') return unready(`behind ${cluster}`);
  const missing = `a cluster ${cluster} (${call.step.text})`;
  if (direction !== 'outbound' || !host) return { proposals: [], missing };
  const { changes } = new ProxyExplainer(mesh, proxy).changesFor(host, { port: Number(port), subset });
  return { proposals: changes.length > 0 ? [changes] : [], missing };
}

function lookAtProvider({ name, kind, use }: ProviderCall, { report, subject }: ReturnType<Ask>): Sight {
  const call = report.providers?.find((one) => one.name === name && one.kind === kind && one.use === use);
  const { controlPlane, world } = subject.mesh;
  const named = providerReferences(controlPlane, world.registry).find((one) => one.name === name && one.kind === kind);
  if (!call || !named) return { proposals: [] };
  if (call.works) return 'works';
  if ('error' in named.lookup)
    return { proposals: serviceProposals(named, subject.mesh), missing: serviceMissing(named) };
  if (subject.config.clusters.some((cluster) => cluster.name === call.cluster) && call.gets === 'lost')
    return unready(`of ${named.lookup.host}`);
  return { proposals: clusterProposals(named, subject), missing: `a cluster ${call.cluster} of this service here` };
}

function describe({ changes, after, left }: Found, before: Mesh, proxy: Proxy): Fix {
  const own = effectsOn([proxy], before, after);
  const reached = effectsOn(proxiesInReach(before, changes, proxy), before, after);
  return {
    summary: `${changes.map(({ summary }) => summary).join(', and ')}${left ? `; missing then: ${left}` : ''}`,
    ...asFix(changes),
    clustersGained: own.gained.length,
    clustersLost: own.lost.length,
    workloadsAffected: Math.max(reached.touched, changedChecks(before, after)),
  };
}

/** Workloads whose policies call something else than before. */
function changedChecks(before: Mesh, after: Mesh): number {
  const callsOf = (mesh: Mesh, proxy: Proxy) =>
    mesh.customPolicies
      .inForce(proxy)
      .map(({ provider }) => JSON.stringify([provider, lookupText(mesh, provider)]))
      .join();
  return before.proxies.filter((proxy) => callsOf(before, proxy) !== callsOf(after, proxy)).length;
}

function lookupText({ world }: Mesh, provider: string): string {
  const lookup = world.providers.get(provider)?.lookup;
  return lookup && !('error' in lookup) ? lookup.cluster : 'none';
}
