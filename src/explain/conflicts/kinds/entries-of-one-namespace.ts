import type { Service } from '../../../model/service.js';
import { isKubernetes } from '../../../model/service.js';
import { mergeObstacle } from '../../../scope/append.js';
import { claimsInNamespace, contestedHosts, portsLost } from '../claimed-hosts.js';
import type { Conflict } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import { isContested, looksAt } from '../host-looks.js';
import { viewsOf } from '../views.js';

/**
 * ServiceEntries of one namespace and host: ports merge only where resolution, labels, selector, exportTo and registry agree.
 * istiod 1.28 pilot/pkg/model/sidecar.go: canMergeServices
 */
export const entriesOfOneNamespace: ConflictFinder = {
  hosts: contestedHosts,
  find: ({ rows, seen }) =>
    [...rows].flatMap(([host, all]) =>
      claimsInNamespace(all)
        .filter((claims) => !claims.some(isKubernetes))
        .flatMap((claims): Conflict[] => {
          const looks = looksAt(host, new Set(claims.map(({ source }) => source)), seen);
          if (!isContested(looks)) return [];
          const shared = { host, hosts: [host], views: viewsOf(looks) };
          if (
            merges(
              claims,
              looks.some(({ losers }) => losers.some(({ reason }) => NOT_MERGED.has(reason.code))),
            )
          ) {
            const lost = looks.some(({ losers }) => losers.some((loser) => loser.lost === 'all'));
            return [
              {
                kind: 'entries-merged',
                severity: lost ? 'lost' : 'surprising',
                meaning: lost ? ENDPOINTS_LOST : MERGED,
                ...shared,
              },
            ];
          }
          const lost = portsLost(looks, claims);
          const resolutions = new Set(claims.map(({ resolution }) => resolution)).size > 1;
          return [
            {
              kind: 'entries-not-merged',
              severity: lost || resolutions ? 'lost' : 'surprising',
              meaning: lost ? LOST : resolutions ? RESOLUTION : NOT,
              ...shared,
            },
          ];
        }),
    ),
};

const NOT_MERGED = new Set(['not-merged', 'older-in-namespace']);
const ENDPOINTS_LOST = 'They would act as one, but endpoints of the others are lost: they serve ports of other names.';
const MERGED =
  'They act as one: the first gives every attribute, the others add ports that are missing and their endpoints.';
const LOST =
  'The first holds the name; ports of the others get no cluster, though listeners and routes for them exist.';
const RESOLUTION =
  'The first holds the name and its resolution decides where requests go; removing either heals what the other broke.';
const NOT = 'The first holds the name; the others count for nothing but their endpoints.';

/** Entries with equal ports are never compared further, yet only those that could merge act as one. */
function merges(claims: readonly Service[], refused: boolean): boolean {
  return !refused && claims.slice(1).every((claim) => !mergeObstacle(claims[0]!, claim));
}
