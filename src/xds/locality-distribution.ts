import type { Reason } from '../model/reason.js';
import type { FieldRef } from '../model/resource.js';
import type { Endpoint } from '../registry/endpoint.js';
import type { ClusterContext } from './cluster-context.js';
import { localitySettingOf } from './locality-setting.js';
import type { EndpointQuery } from './send-endpoints.js';

/** Where the traffic of a proxy goes, by locality: the patterns, and what says so. */
interface Distribution {
  to: readonly string[];
  by: FieldRef;
}

/**
 * The endpoints that are left when traffic is distributed among localities: those of no locality that has a share are taken
 * out, one without locality, too. A proxy that no entry is for gets all.
 * istiod 1.28 pilot/pkg/networking/core/loadbalancer/loadbalancer.go: applyLocalityWeights
 */
export function distributed(
  list: readonly Endpoint[],
  query: EndpointQuery,
  context: ClusterContext,
): readonly Endpoint[] {
  const distribution = list.length > 0 && distributionOf(query, context);
  if (!distribution) return list;
  return list.filter(({ locality }) => distribution.to.some((pattern) => matches(locality, pattern)));
}

/** Why nothing is left of a list that has endpoints. */
export function undistributed(
  list: readonly Endpoint[],
  query: EndpointQuery,
  context: ClusterContext,
): Reason | undefined {
  const distribution = list.length > 0 && distributionOf(query, context);
  if (!distribution || distributed(list, query, context).length > 0) return undefined;
  return {
    code: 'locality-without-share',
    by: distribution.by,
    args: { port: query.port.number, localities: distribution.to.join(', ') },
  };
}

function distributionOf(query: EndpointQuery, context: ClusterContext): Distribution | undefined {
  const effective = localitySettingOf(query, context);
  // Every cluster comes by here, and hardly any has its traffic distributed.
  if (!effective?.setting.distribute) return undefined;
  const own = localityOf(query.proxy.labels);
  const entry = effective.setting.distribute.find(({ from = '' }) => matches(own, from));
  return entry && { to: Object.keys(entry.to ?? {}), by: effective.by('distribute') };
}

function localityOf(labels: Readonly<Record<string, string>>): string {
  const parts = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone', 'topology.istio.io/subzone'];
  return parts.map((label) => labels[label] ?? '').join('/');
}

/** The region must be named or be `*`; what else the pattern leaves out may be anything. …/util.go: LocalityMatch */
function matches(locality: string, pattern: string): boolean {
  const [region = '', zone = '', subzone = ''] = locality.split('/');
  const [ofRegion = '', ofZone = '', ofSubzone = ''] = pattern.split('/');
  const fits = (part: string, own: string) => part === '*' || part === own;
  return (
    fits(ofRegion, region) && (ofZone === '' || fits(ofZone, zone)) && (ofSubzone === '' || fits(ofSubzone, subzone))
  );
}
