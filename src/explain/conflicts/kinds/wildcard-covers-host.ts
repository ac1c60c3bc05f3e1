import { isSubsetOf, isWildcard } from '../../../model/host.js';
import type { Service } from '../../../model/service.js';
import { claimOfService, placeOf, portNumbers } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import type { Seen } from '../sights.js';
import { viewsOf, type Look } from '../views.js';

type Rows = ReadonlyMap<string, readonly Service[]>;

/** A wildcard like `*.com` may cover thousands; of each only these are looked at. */
const LOOKED_AT = 50;

/**
 * A wildcard that covers the host of another entry: the exact host comes first where a proxy sees both; where it sees the
 * wildcard alone, that takes the requests. istiod 1.28 pilot/pkg/networking/core/httproute.go: virtual host domains
 */
export const wildcardCoversHost: ConflictFinder = {
  hosts: function* (rows) {
    for (const [wildcard, covered] of coveredBy(rows)) {
      yield wildcard;
      yield* covered.slice(0, LOOKED_AT);
    }
  },
  find: ({ rows, seen }) =>
    [...coveredBy(rows)].flatMap(([wildcard, covered]): Conflict[] => {
      const looks = covered
        .slice(0, LOOKED_AT)
        .flatMap((host) => seen.flatMap((one) => lookAt(wildcard, host, rows, one)));
      if (looks.length === 0) return [];
      const taken = looks.some(({ losers }) =>
        losers.some(({ reason, lost }) => reason.code === 'covered-and-not-seen' && lost === 'all'),
      );
      const more =
        covered.length > LOOKED_AT ? ` It covers ${covered.length} hosts, of which ${LOOKED_AT} were looked at.` : '';
      return [
        {
          kind: 'wildcard-covers-host',
          host: wildcard,
          hosts: [wildcard, ...covered],
          severity: taken ? 'wrong-place' : 'surprising',
          meaning: (taken ? TAKEN : BOTH) + more,
          views: viewsOf(looks),
        },
      ];
    }),
};

const TAKEN = 'Where a proxy does not see the exact host, the wildcard sends its requests elsewhere.';
const BOTH = 'The exact host comes before the wildcard: routes, rules and policies of the wildcard do not hold for it.';

function lookAt(wildcard: string, host: string, rows: Rows, { viewpoint, sights }: Seen): Look[] {
  const wide = sights.get(wildcard)?.winner;
  if (!wide) return [];
  const exact = sights.get(host)?.winner;
  if (exact && exact.source === wide.source) return [];
  if (exact)
    return [{ viewpoint, winner: claimOfService(exact), losers: [loser(wide, host, 'wildcard-behind-exact')] }];
  const hidden = rows.get(host)![0]!;
  if (hidden.source === wide.source) return [];
  return [
    {
      viewpoint,
      winner: claimOfService(wide),
      losers: [
        loser(
          hidden,
          host,
          'covered-and-not-seen',
          placeOf(wide) === placeOf(hidden) || wide.resolution === 'Passthrough',
        ),
      ],
    },
  ];
}

/** A wildcard without resolution sends requests where they were going anyway. */
function loser(
  service: Service,
  host: string,
  code: 'wildcard-behind-exact' | 'covered-and-not-seen',
  harmless = false,
): Loser {
  const behind = code === 'wildcard-behind-exact';
  return {
    ...claimOfService(service),
    lost: behind ? 'part' : harmless ? 'nothing' : 'all',
    ports: behind || harmless ? [] : portNumbers(service),
    rule: behind ? 'exact before wildcard' : 'not seen',
    reason: { code, args: { host } },
  };
}

/** Wildcards of the registry with the hosts of other objects that fall under them; longer wildcards count too. */
function coveredBy(rows: Rows): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const wildcard of rows.keys()) {
    if (!isWildcard(wildcard)) continue;
    const covered = [...rows.keys()].filter(
      (host) => host !== wildcard && isSubsetOf(host, wildcard) && !sameObjects(rows, host, wildcard),
    );
    if (covered.length > 0) found.set(wildcard, covered.sort());
  }
  return found;
}

/** One entry that lists both `a.com` and `*.a.com` means it so. */
function sameObjects(rows: Rows, host: string, wildcard: string): boolean {
  const owners = new Set(rows.get(wildcard)!.map(({ source }) => source));
  return rows.get(host)!.every(({ source }) => owners.has(source));
}
