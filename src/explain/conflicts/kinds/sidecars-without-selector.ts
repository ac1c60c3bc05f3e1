import { add } from '../../../model/group.js';
import type { Sidecar } from '../../../model/istio.js';
import { hasSelector } from '../../../scope/sidecar-choice.js';
import { claimOf, nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import type { ConflictFinder } from '../context.js';
import { sidecarLosers } from '../sidecar-losers.js';
import { viewsOf } from '../views.js';

/** Several Sidecars without selector in one namespace: the oldest counts. istiod 1.28 …/push_context.go: initSidecarScopes */
export const sidecarsWithoutSelector: ConflictFinder = {
  hosts: () => [],
  find: ({ mesh, viewpoints }) => {
    const byNamespace = new Map<string, Sidecar[]>();
    for (const sidecar of mesh.admitted.of<Sidecar>('Sidecar')) {
      if (!hasSelector(sidecar)) add(byNamespace, sidecar.metadata.namespace ?? 'default', sidecar);
    }
    return [...byNamespace].flatMap(([namespace, sidecars]): Conflict[] => {
      if (sidecars.length < 2) return [];
      const [winner, ...later] = mesh.world.sidecars.of(namespace).filter((sidecar) => !hasSelector(sidecar));
      const losers = later.map((sidecar) => sidecarLosers.of(sidecar, winner!, nameOf(winner!)));
      const looks = viewpoints
        .filter(({ sidecar }) => sidecar === winner)
        .map((viewpoint) => ({ viewpoint, winner: claimOf(winner!), losers }));
      if (looks.length === 0) return [];
      const { severity, meaning } = sidecarLosers.severity(looks);
      return [
        {
          kind: 'sidecars-without-selector',
          host: '',
          subject: namespace,
          hosts: [],
          severity,
          meaning: `In ${namespace}: ${meaning}`,
          views: viewsOf(looks),
        },
      ];
    });
  },
};
