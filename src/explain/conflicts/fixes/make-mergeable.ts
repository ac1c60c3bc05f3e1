import type { Mesh } from '../../../xds/mesh.js';
import type { Change } from '../../fixes/change.js';
import { makeEqual } from '../../fixes/change-for.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf } from './claimants.js';

/** Gives entries that do not merge the labels or the exportTo of the one that comes first. */
export function makeMergeable(conflict: Conflict, mesh: Mesh): Change[][] {
  const objects = claimantsOf(conflict, mesh).map(({ object }) => object);
  const seen = new Set<string>();
  const changes = conflict.views.flatMap(({ losers }) =>
    losers.flatMap(({ kind, namespace, name, reason: { code, by, args } }) => {
      const key = `${kind} ${namespace}/${name}`;
      if (code !== 'not-merged' || seen.has(key)) return [];
      seen.add(key);
      const object = objects.find(
        ({ metadata, kind: own }) => own === kind && metadata.namespace === namespace && metadata.name === name,
      );
      return (object && makeEqual({ code, args, ...(by && { by }) }, object, mesh)) ?? [];
    }),
  );
  return [changes];
}
