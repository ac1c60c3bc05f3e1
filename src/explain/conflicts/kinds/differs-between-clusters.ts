import { groupBy } from '../../../model/group.js';
import { fieldOf, type FieldRef } from '../../../model/resource.js';
import type { Service } from '../../../model/service.js';
import type { LaterCopy } from '../../../registry/merge-clusters.js';
import { claimOfService } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import { distinct } from '../../../model/distinct.js';
import { viewsOf, type Look } from '../views.js';

/**
 * A Service that several Kubernetes clusters have, but not alike: of the copy that istiod met first everything counts, of later
 * ones only addresses and the endpoints of ports that the first has by name.
 * istiod 1.28 pilot/pkg/serviceregistry/aggregate/controller.go: Services
 */
export const differsBetweenClusters: ConflictFinder = {
  hosts: (_, { world }) => world.registry.later.filter(differs).map(({ service }) => service.hostname),
  find: (context) =>
    [...groupBy(context.mesh.world.registry.later.filter(differs), ({ service }) => service.hostname)].map(
      ([host, copies]): Conflict => {
        const { first } = copies[0]!;
        const losers = copies.map(loserOf);
        const lost = losers.some(({ ports }) => ports.length > 0);
        return {
          kind: 'differs-between-clusters',
          host,
          hosts: [host],
          severity: lost ? 'lost' : 'surprising',
          meaning: `Cluster ${first.cluster ?? ''} decides; ${lost ? 'ports that only others have get no cluster, and their endpoints are left out' : 'what others say counts for nothing, though their endpoints serve'}.`,
          views: viewsOf(looksOf(host, first, losers, context)),
        };
      },
    ),
};

/** What is written of a Service that only the first copy decides, as the fields are called. */
const FIELDS: readonly [name: string, path: string, value: (service: Service) => unknown][] = [
  ['type', 'spec.type', ({ resolution, externalName }) => [resolution, externalName]],
  [
    'exportTo',
    'metadata.annotations["networking.istio.io/exportTo"]',
    ({ exportTo }) => exportTo && [...exportTo].sort(),
  ],
  ['ports', 'spec.ports', ({ ports }) => ports.map(({ name, number, protocol }) => [name, number, protocol]).sort()],
  ['internalTrafficPolicy', 'spec.internalTrafficPolicy', ({ nodeLocal }) => nodeLocal],
  ['trafficDistribution', 'spec.trafficDistribution', ({ trafficDistribution }) => trafficDistribution],
];

function differing({ service, first }: LaterCopy) {
  return FIELDS.filter(([, , value]) => JSON.stringify(value(service)) !== JSON.stringify(value(first)));
}

function differs(copy: LaterCopy): boolean {
  return differing(copy).length > 0;
}

function loserOf(copy: LaterCopy): Loser {
  const { service, first, ports = [] } = copy;
  const fields = differing(copy);
  const names = new Set(first.ports.map(({ name }) => name));
  const joins = service.ports.some(({ name }) => names.has(name));
  const by: FieldRef = fieldOf(service.source, fields[0]![1]);
  return {
    ...claimOfService(service),
    lost: ports.length === 0 ? 'part' : ports.length === service.ports.length ? 'all' : 'ports',
    ports,
    ...(joins && { endpointsJoin: true }),
    rule: 'first cluster',
    reason: {
      code: 'copy-differs',
      by,
      args: { first: first.cluster ?? '', fields: fields.map(([name]) => name).join(', ') },
    },
  };
}

/** Whoever sees the host, or would if the first copy were exported as a later one is. */
function looksOf(host: string, first: Service, losers: readonly Loser[], { seen }: ConflictContext): Look[] {
  const hides = losers.some(({ reason }) => String(reason.args['fields']).includes('exportTo'));
  return seen.flatMap(({ viewpoint, sights, others }): Look[] => {
    const sight = sights.get(host);
    if (!sight) return hides ? [{ viewpoint, losers }] : [];
    if (sight.winner.source !== first.source) return [];
    const other = others.get(host);
    return [
      {
        viewpoint,
        winner: claimOfService(sight.winner),
        losers,
        ...(other && {
          otherWinners: distinct(other.sights.map(({ winner }) => claimOfService(winner))),
          undetermined: distinct(other.points),
        }),
      },
    ];
  });
}
