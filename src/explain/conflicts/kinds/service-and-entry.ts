import type { Service } from '../../../model/service.js';
import { isKubernetes } from '../../../model/service.js';
import type { Conflict, Severity } from '../conflict.js';
import { claimsInNamespace, contestedHosts, placesDiffer, portsLost } from '../claimed-hosts.js';
import type { ConflictFinder } from '../context.js';
import { isContested, looksAt } from '../host-looks.js';
import { viewsOf, type Look } from '../views.js';

/**
 * A ServiceEntry on the name of a Service of its own namespace: the Service holds the name and no port of the entry joins, but
 * the entry's endpoints do where port names agree. istiod 1.28 pilot/pkg/model/sidecar.go: appendSidecarServices
 */
export const serviceAndEntry: ConflictFinder = {
  hosts: contestedHosts,
  find: ({ rows, seen }) =>
    [...rows].flatMap(([host, all]) =>
      claimsInNamespace(all)
        .filter((claims) => claims.some(isKubernetes))
        .flatMap((claims): Conflict[] => {
          const looks = looksAt(host, new Set(claims.map(({ source }) => source)), seen);
          if (!isContested(looks)) return [];
          const severity = severityOf(looks, claims);
          return [
            {
              kind: 'service-and-entry',
              host,
              hosts: [host],
              severity,
              meaning: MEANING[severity],
              views: viewsOf(looks),
            },
          ];
        }),
    ),
};

const MEANING: Record<Severity, string> = {
  'wrong-place': 'The Service holds the name, and endpoints of the ServiceEntry take part of its traffic.',
  lost: 'The Service holds the name; ports that only the ServiceEntry has get no cluster, though listeners and routes for them exist.',
  surprising: 'The Service holds the name; the ServiceEntry adds nothing.',
};

function severityOf(looks: readonly Look[], claims: readonly Service[]): Severity {
  const losers = looks.flatMap((look) => look.losers);
  if (losers.some(({ endpointsJoin }) => endpointsJoin) && placesDiffer(claims)) return 'wrong-place';
  return portsLost(looks, claims) ? 'lost' : 'surprising';
}
