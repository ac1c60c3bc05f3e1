import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { withExportTo } from '../../fixes/export-host.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf, type Claimant } from './claimants.js';

/** Longer lists nobody would maintain. */
const LISTED = 20;

/**
 * Exports every claimant to the namespaces alone in which it wins today, so that nobody sees two and nobody's answer changes.
 * A namespace whose proxies see different winners is given to one of them. Where that does not end it, since gateways do not
 * prefer their own namespace's, every namespace that has a claimant gets that. Each choice is a proposal.
 */
export function narrowExports(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const claimants = claimantsOf(conflict, mesh);
  const homes = new Set(claimants.map(({ object }) => object.metadata.namespace ?? 'default'));
  if (homes.size < 2) return [];
  const seenIn = [...new Set(claimants.flatMap(({ winsIn }) => [...winsIn]))];
  const split = seenIn.filter((namespace) => claimants.filter(({ winsIn }) => winsIn.has(namespace)).length > 1);
  const favoured =
    split.length > 0 ? claimants.filter(({ winsIn }) => split.some((one) => winsIn.has(one))) : [undefined];
  return [
    ...favoured.map((choice) =>
      exportTo(
        claimants,
        ({ object, winsIn }, one) => winsIn.has(one) && (!split.includes(one) || choice?.object === object),
      ),
    ),
    ...(split.length === 0 ? [exportTo(claimants, ({ winsIn }, one) => winsIn.has(one) && !homes.has(one))] : []),
  ].filter((changes) => changes.length > 0);
}

/** The claimants that are exported otherwise today; none where a list becomes too long. */
function exportTo(
  claimants: readonly Claimant[],
  keeps: (claimant: Claimant, namespace: string) => boolean,
): ObjectChange[] {
  const wanted = claimants.map((claimant) => {
    const { object, winsIn } = claimant;
    const others = [...winsIn].filter((one) => one !== object.metadata.namespace && keeps(claimant, one));
    return { object, exportTo: ['.', ...others.sort()] };
  });
  if (wanted.some((one) => one.exportTo.length > LISTED)) return [];
  return wanted
    .filter(({ object, exportTo: values }) => JSON.stringify(currentOf(object)) !== JSON.stringify(values))
    .map(({ object, exportTo: values }) => ({
      summary: `export ${nameOf(object)} to ${values.join(', ')} only`,
      before: object,
      after: withExportTo(object, values),
    }));
}

function currentOf({ spec }: { spec?: unknown }): unknown {
  return (spec as { exportTo?: unknown } | undefined)?.exportTo;
}
