import type { Service } from '../../../model/service.js';
import { isKubernetes } from '../../../model/service.js';
import { contestedHosts, placesDiffer, portsLost } from '../claimed-hosts.js';
import type { Conflict, Severity } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import { isContested, looksAt } from '../host-looks.js';
import { viewsOf, type Look } from '../views.js';

/** ServiceEntries of several namespaces on one host: each proxy gets one namespace's. istiod 1.28 …/sidecar.go: selectServices */
export const entriesOfNamespaces: ConflictFinder = {
  hosts: contestedHosts,
  find: ({ rows, seen }) =>
    [...rows].flatMap(([host, claims]): Conflict[] => {
      if (claims.some(isKubernetes) || new Set(claims.map(({ namespace }) => namespace)).size < 2) return [];
      const looks = looksAt(host, new Set(claims.map(({ source }) => source)), seen).map(foreignLosersOnly);
      if (!isContested(looks)) return [];
      const severity = severityOf(looks, claims);
      return [
        {
          kind: 'entries-of-namespaces',
          host,
          hosts: [host],
          severity,
          meaning: MEANING[severity],
          views: viewsOf(looks),
        },
      ];
    }),
};

const MEANING: Record<Severity, string> = {
  'wrong-place': 'They lead to different places: whoever means the one and gets the other talks to the wrong host.',
  lost: 'Ports that only a loser has get no cluster where another wins.',
  surprising: 'They lead to the same place; labels, rules and policies of the winner hold.',
};

const known = (losers: Look['losers'], namespace: string | undefined) =>
  losers.every((loser) => loser.namespace !== namespace)
    ? losers
    : losers.filter((loser) => loser.namespace !== namespace);

/** What the winner's own namespace holds besides is told as another kind. */
function foreignLosersOnly(look: Look): Look {
  return { ...look, losers: known(look.losers, look.winner?.namespace) };
}

function severityOf(looks: readonly Look[], claims: readonly Service[]): Severity {
  if (placesDiffer(claims)) return 'wrong-place';
  return portsLost(looks, claims) ? 'lost' : 'surprising';
}
