import type { ConflictList } from '../explain/conflicts/conflict.js';
import { conflictList } from '../explain/conflicts/conflict-list.js';
import { readHost } from '../explain/host-query.js';
import { conflictListText } from '../output/conflict-list-text.js';
import { EXIT, UsageError } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { withLocations } from './locate-refs.js';
import { print, warn } from './print.js';
import { meshOf, openSession } from './session.js';

/** `conflicts [HOST]`: reads, computes, prints; resolves to the exit code. */
export async function conflictsCommand(
  args: { host?: string | undefined },
  flags: SourceFlags & OutputFlags & { 'all-namespaces'?: boolean },
): Promise<number> {
  if (flags['all-namespaces'] && flags.namespace !== undefined)
    throw new UsageError('--namespace and --all-namespaces exclude each other', 'All namespaces are the default.');
  const session = await openSession(flags, flags.quiet);
  const mesh = meshOf(session, flags.revision);
  const query = args.host === undefined ? undefined : readHost(args.host, session.namespace, mesh);
  const result = withLocations(
    conflictList(mesh, {
      ...(query && { hosts: query.hosts }),
      ...(flags.namespace !== undefined && { namespace: flags.namespace }),
    }),
    session.loaded.locate,
  );
  warn(
    {
      notes: [...session.notes, ...(query?.note ? [query.note] : [])],
      gaps: result.gaps,
      assumed: result.ground.assumed,
      invalid: session.loaded.snapshot.invalid,
    },
    flags.quiet,
  );
  await print({ result, text: conflictListText, names }, flags);
  return { conflicts: EXIT.no, none: EXIT.yes, undetermined: EXIT.cannotTell }[result.verdict];
}

function names({ items }: ConflictList): string[] {
  return [...new Set(items.map(({ kind, host }) => (host ? `${kind}/${host}` : kind)))];
}
