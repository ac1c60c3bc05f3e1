import { clusterList, type ClusterList } from '../explain/cluster-list.js';
import { clusterListText } from '../output/cluster-list-text.js';
import { CannotTellError, EXIT } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { parseLabels } from './labels.js';
import { withLocations } from './locate-refs.js';
import { print, warn } from './print.js';
import { openSession, targetOf } from './session.js';

/** `clusters WORKLOAD`: reads, computes, prints; resolves to the exit code. */
export async function clustersCommand(
  args: { workload: string },
  flags: SourceFlags & OutputFlags & { selector?: string | undefined },
): Promise<number> {
  const session = await openSession(flags, flags.quiet);
  const target = targetOf(session, args.workload, parseLabels(flags.selector), flags.revision);
  if (!('proxy' in target))
    throw new CannotTellError(target.text, 'Clusters are sent to sidecars, gateways and waypoints.');
  const result = withLocations(clusterList(target.mesh, target.proxy), session.loaded.locate);
  warn(
    {
      notes: [...session.notes, ...target.notes],
      gaps: result.gaps,
      assumed: result.ground.assumed,
      invalid: session.loaded.snapshot.invalid,
    },
    flags.quiet,
  );
  await print(
    { result, text: clusterListText, names: ({ items }: ClusterList) => items.map(({ name }) => name) },
    flags,
  );
  return EXIT.yes;
}
