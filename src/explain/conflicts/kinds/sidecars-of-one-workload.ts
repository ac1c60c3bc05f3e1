import { groupBy } from '../../../model/group.js';
import type { Sidecar } from '../../../model/istio.js';
import { hasSelector } from '../../../scope/sidecar-choice.js';
import { claimOf, nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import { sidecarLosers } from '../sidecar-losers.js';
import { viewsOf, type Look } from '../views.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { Viewpoint } from '../viewpoints.js';

/** Several Sidecars whose selector matches one workload: the oldest governs. istiod 1.28 …/push_context.go: doGetSidecarScope */
export const sidecarsOfOneWorkload: ConflictFinder = {
  hosts: () => [],
  find: ({ mesh, viewpoints }) =>
    [
      ...groupBy(
        viewpoints.flatMap((viewpoint) => looksFrom(viewpoint, mesh)),
        ({ viewpoint }) => viewpoint.namespace,
      ),
    ].map(([namespace, looks]): Conflict => {
      const { severity, meaning } = sidecarLosers.severity(looks);
      return {
        kind: 'sidecars-of-one-workload',
        host: '',
        subject: namespace,
        hosts: [],
        severity,
        meaning: `In ${namespace}: ${meaning}`,
        views: viewsOf(looks),
      };
    }),
};

function looksFrom(viewpoint: Viewpoint, mesh: Mesh): Look[] {
  if (viewpoint.type !== 'sidecar') return [];
  const selecting = groupBy(viewpoint.proxies, (proxy) =>
    mesh.world.sidecars
      .candidates(proxy)
      .filter(({ sidecar, outcome }) => outcome === 'later' && hasSelector(sidecar))
      .map(({ sidecar }) => sidecar.metadata.name)
      .join(),
  );
  return [...selecting].flatMap(([names, proxies]): Look[] => {
    const winner = viewpoint.sidecar;
    if (names === '' || !winner) return [];
    const later = mesh.world.sidecars
      .of(viewpoint.namespace)
      .filter(({ metadata }) => names.split(',').includes(metadata.name));
    return [
      {
        viewpoint,
        proxies,
        winner: claimOf(winner),
        losers: later.map((sidecar: Sidecar) => sidecarLosers.of(sidecar, winner, nameOf(winner))),
      },
    ];
  });
}
