import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { withExportTo } from '../../fixes/export-host.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf } from './claimants.js';

/** Longer lists nobody would maintain. */
const LISTED = 20;

/**
 * Exports every claimant to the namespaces alone in which it wins today, so that nobody sees two and nobody's answer changes.
 * A namespace whose proxies see different winners is given to one of them; each choice is a proposal.
 */
export function narrowExports(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const claimants = claimantsOf(conflict, mesh);
  const namespaces = new Set(claimants.map(({ object }) => object.metadata.namespace));
  if (namespaces.size < 2) return [];
  const split = [...new Set(claimants.flatMap(({ winsIn }) => [...winsIn]))].filter(
    (namespace) => claimants.filter(({ winsIn }) => winsIn.has(namespace)).length > 1,
  );
  const favoured =
    split.length === 0 ? [undefined] : claimants.filter(({ winsIn }) => split.some((one) => winsIn.has(one)));
  return favoured.flatMap((choice) => {
    const changes = claimants.map(({ object, winsIn }) => {
      const { namespace = 'default' } = object.metadata;
      const kept = [...winsIn].filter((one) => !split.includes(one) || choice?.object === object);
      const exportTo = ['.', ...kept.filter((one) => one !== namespace).sort()];
      return { exportTo, object };
    });
    if (changes.some(({ exportTo }) => exportTo.length > LISTED)) return [];
    const real = changes.filter(
      ({ object, exportTo }) => JSON.stringify(currentOf(object)) !== JSON.stringify(exportTo),
    );
    return [
      real.map(({ object, exportTo }) => ({
        summary: `export ${nameOf(object)} to ${exportTo.join(', ')} only`,
        before: object,
        after: withExportTo(object, exportTo),
      })),
    ];
  });
}

function currentOf({ spec }: { spec?: unknown }): unknown {
  return (spec as { exportTo?: unknown } | undefined)?.exportTo;
}
