import { readHost } from '../explain/host-query.js';
import { registryList, type RegistryList } from '../explain/registry-list.js';
import { unknownHost, unknownNamespace } from '../explain/unknown-names.js';
import { registryListText } from '../output/registry-list-text.js';
import type { Loaded } from '../sources/loaded.js';
import { EXIT } from './errors.js';
import type { OutputFlags, SourceFlags } from './flags.js';
import { print, warn } from './print.js';
import { compareRegistry, readPages } from './registry-against.js';
import { meshOf, openSession } from './session.js';

/** `registry [HOST]`: reads, computes, prints; resolves to the exit code. */
export async function registryCommand(
  args: { host?: string | undefined },
  flags: SourceFlags & OutputFlags & { against?: string | undefined },
): Promise<number> {
  const pages = flags.against === undefined ? undefined : await readPages(flags.against, flags.filename);
  const session = await openSession(flags, flags.quiet);
  const mesh = meshOf(session, flags.revision);
  const query = args.host === undefined ? undefined : readHost(args.host, session.namespace, mesh);
  const asked = { hosts: query?.hosts, namespace: query ? query.namespace : flags.namespace };
  const notes = [...session.notes, ...(query?.note ? [query.note] : [])];
  if (pages) return compareRegistry(session, mesh, pages, asked, notes, flags);
  const result = located(registryList(mesh, asked.hosts, asked.namespace), session.loaded);
  const missing = query && result.items.length === 0 ? unknownHost(mesh, query.hosts) : [];
  warn(
    {
      notes: [...notes, ...missing, ...unknownNamespace(mesh, asked.namespace)],
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
  if (!query || result.items.length > 0) return EXIT.yes;
  return result.gaps.length > 0 ? EXIT.cannotTell : EXIT.no;
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
