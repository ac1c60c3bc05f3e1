import type { Conflict, ConflictList } from '../explain/conflicts/conflict.js';
import { conflictList } from '../explain/conflicts/conflict-list.js';
import type { Fix } from '../explain/explanation.js';
import { readHost } from '../explain/host-query.js';
import { unknownHost, unknownNamespace } from '../explain/unknown-names.js';
import { conflictListText } from '../output/conflict-list-text.js';
import type { Paint } from '../output/paint.js';
import { EXIT, UsageError } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { withLocations } from './locate-refs.js';
import { withMeshConfig } from './mesh-config-patch.js';
import { printFixes } from './print-fix.js';
import { print, warn } from './print.js';
import { meshOf, openSession } from './session.js';
import { yamlWriter } from './yaml-writer.js';

/** `conflicts [HOST]`: reads, computes, prints; resolves to the exit code. */
export async function conflictsCommand(
  args: { host?: string | undefined },
  flags: SourceFlags & OutputFlags & { 'all-namespaces'?: boolean; fix?: boolean },
): Promise<number> {
  if (flags['all-namespaces'] && flags.namespace !== undefined)
    throw new UsageError('--namespace and --all-namespaces exclude each other', 'All namespaces are the default.');
  const session = await openSession(flags, flags.quiet);
  const mesh = meshOf(session, flags.revision);
  const query = args.host === undefined ? undefined : readHost(args.host, session.namespace, mesh);
  const fixes = query !== undefined || flags.fix === true;
  const list = conflictList(mesh, {
    fixes,
    ...(query && { hosts: query.hosts }),
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
  });
  const result = await withMeshConfig(withLocations(list, session.loaded.locate), session.loaded.snapshot.resources);
  warn(
    {
      notes: [
        ...session.notes,
        ...(query?.note ? [query.note] : []),
        ...unknownHost(mesh, query?.hosts ?? []),
        ...unknownNamespace(mesh, flags.namespace),
      ],
      gaps: result.gaps,
      assumed: result.ground.assumed,
      invalid: session.loaded.snapshot.invalid,
    },
    flags.quiet,
  );
  const toYaml = fixes ? await yamlWriter() : undefined;
  if (flags.fix) printFixes(result.items.map(titled), toYaml!);
  else
    await print(
      {
        result,
        text: (answer: ConflictList, paint: Paint, wide: boolean) => conflictListText(answer, paint, wide, toYaml),
        names,
      },
      flags,
    );
  return { conflicts: EXIT.no, none: EXIT.yes, undetermined: EXIT.cannotTell }[result.verdict];
}

/** Of several fixes each says what it is for; where none helps, what is missing. */
function titled({ kind, host, subject, fix, missing }: Conflict): { fix?: Fix; title: string } {
  const what = [kind, host || subject].join(' ');
  return { ...(fix && { fix }), title: `${what}: ${fix?.summary ?? missing}` };
}

function names({ items }: ConflictList): string[] {
  return [...new Set(items.map(({ kind, host }) => (host ? `${kind}/${host}` : kind)))];
}
