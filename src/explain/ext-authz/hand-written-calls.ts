import type { HandWrittenFilter } from '../../xds/ext-authz/hand-written.js';
import type { Cluster } from '../../xds/cluster.js';
import type { AddedCluster } from '../../xds/envoy-filters/cluster-patches.js';
import { endpointText } from '../cluster-list.js';
import { filterText } from '../patch-notes.js';
import { endpointStep, missing } from './call-steps.js';
import type { ChainStep, HandWrittenCall } from './report.js';
import type { Subject } from './subject.js';

/** An ext_authz filter of an EnvoyFilter, and whether it can call. */
export function handWrittenCall(filter: HandWrittenFilter, subject: Subject): HandWrittenCall {
  const { by, name, chain, cluster: named, api, target, failOpen } = filter;
  const { config } = subject;
  const cluster = config.clusters.find((candidate) => candidate.name === named);
  const asked = cluster ? undefined : outbound(named);
  const explained = asked && subject.explain(asked.host, asked.port, undefined, asked.subset);
  const added = config.added.find(({ name: own }) => own === named);
  const step = link(named, cluster, subject, added, explained);
  const authority = api === 'grpc' && target === '' && named.includes('|');
  const works = step.outcome !== 'failed';
  return {
    by,
    name,
    chain,
    cluster: named,
    inCds: cluster !== undefined || added !== undefined || config.staticClusters.includes(named),
    works,
    determined: explained?.verdict !== 'undetermined',
    step,
    effect: works
      ? {
          chain,
          gets: 'checked',
          text: `${chain === 'http' ? 'requests' : 'TCP connections'} that the filter takes are checked`,
        }
      : { chain, ...failure(chain, failOpen) },
    ...(authority && {
      note: "the filter has no authority, so the call's is the cluster's name, and gRPC servers refuse one with |",
    }),
  };
}

function link(
  named: string,
  cluster: Cluster | undefined,
  { config, mesh }: Subject,
  added: AddedCluster | undefined,
  explained: Parameters<typeof missing>[1],
): ChainStep {
  if (cluster) return endpointStep(cluster, mesh);
  if (config.staticClusters.includes(named)) return { step: 'cluster', outcome: 'passed', text: 'every proxy has it' };
  if (added) {
    const endpoints = added.endpoints.map(endpointText);
    const text = `${filterText(added.by)} adds it (${added.type}${endpoints.length > 0 ? `, ${endpoints.join(', ')}` : ''})`;
    return { step: 'cluster', outcome: 'passed', text, by: added.by };
  }
  return missing(named, explained);
}

function failure(chain: 'http' | 'tcp', failOpen: boolean): Pick<HandWrittenCall['effect'], 'gets' | 'text'> {
  if (failOpen) return { gets: 'unchecked', text: 'pass unchecked: the call fails, and failure_mode_allow is set' };
  if (chain === 'tcp') return { gets: 'failed', text: 'TCP connections are closed: the call fails' };
  return { gets: 'failed', text: "requests get 403, or the filter's status_on_error: the call fails" };
}

function outbound(name: string): { host: string; port: number; subset: string } | undefined {
  const [direction, port, subset, host, ...more] = name.split('|');
  if (direction !== 'outbound' || subset === undefined || !host || more.length > 0) return undefined;
  return { host, port: Number(port), subset };
}
