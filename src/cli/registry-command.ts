import type { Candidate } from '../explain/explanation.js';
import { readHost } from '../explain/host-query.js';
import { nearMisses } from '../explain/near-misses.js';
import { reasonText } from '../explain/reason-text.js';
import { registryList, type RegistryList } from '../explain/registry-list.js';
import { unreadByHost } from '../explain/unread.js';
import { registryListText } from '../output/registry-list-text.js';
import type { Loaded } from '../sources/loaded.js';
import { EXIT } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { print, warn } from './print.js';
import { meshOf, openSession } from './session.js';

/** `registry [HOST]`: reads, computes, prints; resolves to the exit code. */
export async function registryCommand(
  args: { host?: string | undefined },
  flags: SourceFlags & OutputFlags,
): Promise<number> {
  const session = await openSession(flags, flags.quiet);
  const mesh = meshOf(session, flags.revision);
  const query = args.host === undefined ? undefined : readHost(args.host, session.namespace, mesh);
  const result = located(registryList(mesh, query?.hosts, query ? query.namespace : flags.namespace), session.loaded);
  const missing = query && result.items.length === 0 ? query.hosts[0]! : undefined;
  const unread = missing ? (unreadByHost(mesh).get(missing) ?? []).map(unreadText) : [];
  const near =
    missing && unread.length === 0
      ? nearMisses(missing, mesh.world.registry.byHost.keys(), mesh).map(({ text }) => text)
      : [];
  warn(
    {
      notes: [
        ...session.notes,
        ...(query?.note ? [query.note] : []),
        ...(missing ? [`nothing in the registry has host ${missing}`, ...unread, ...near] : []),
      ],
      gaps: result.gaps,
      assumed: result.ground.assumed,
      invalid: session.loaded.snapshot.invalid,
    },
    flags.quiet,
  );
  await print(
    {
      result,
      text: registryListText,
      names: ({ items }: RegistryList) => [...new Set(items.map(({ hostname }) => hostname))],
    },
    flags,
  );
  if (!missing) return EXIT.yes;
  return result.gaps.length > 0 ? EXIT.cannotTell : EXIT.no;
}

function unreadText({ source, reason }: Candidate): string {
  return `${source.kind} ${source.namespace}/${source.name} has it: ${reason ? reasonText(reason) : 'it is not read'}`;
}

function located(list: RegistryList, { locate }: Loaded): RegistryList {
  return {
    ...list,
    items: list.items.map((item) => ({
      ...item,
      source: { ...item.source, ...locate({ ...item.source, path: '' }) },
    })),
  };
}
