import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Snapshot } from '../model/snapshot.js';
import { CannotTellError, EXIT } from './errors.js';
import type { SourceFlags } from './flags.js';
import { warn } from './print.js';
import { openSession } from './session.js';

export interface SnapshotFlags extends SourceFlags {
  output?: string | undefined;
  anonymize: boolean;
  quiet: boolean;
}

/** `snapshot`: reads the mesh, takes out what nobody else should see, writes one file; resolves to the exit code. */
export async function snapshotCommand(flags: SnapshotFlags, tool: string): Promise<number> {
  const { loaded, notes } = await openSession(flags, flags.quiet);
  const text = await snapshotText(loaded.snapshot, loaded.namespace, flags.anonymize, tool);
  warn({ notes, gaps: loaded.snapshot.gaps, assumed: [], invalid: [] }, flags.quiet);
  await write(text, flags.output);
  return EXIT.yes;
}

async function snapshotText(snapshot: Snapshot, namespace: string, asOthers: boolean, tool: string): Promise<string> {
  const [{ redact }, { findDeep }, { snapshotFile }] = await Promise.all([
    import('../sources/snapshot/redact.js'),
    import('../sources/snapshot/find-deep.js'),
    import('../sources/snapshot/snapshot-file.js'),
  ]);
  const { ground, gaps, invalid, resources, configCluster, remotes, remotesInOrder = false } = snapshot;
  const deep = findDeep([...resources, ...(remotes ?? []).flatMap((remote) => remote.resources)]);
  if (deep) {
    const name = `${deep.kind} ${deep.metadata.namespace ?? ''}/${deep.metadata.name}`;
    throw new CannotTellError(`${name} cannot be written: it is nested more deeply than any object`);
  }
  const redacted = {
    ...{ ground, namespace },
    gaps: [...gaps],
    invalid: [...invalid],
    resources: redact(resources),
    ...(remotes && {
      ...(configCluster !== undefined && { configCluster }),
      remotes: remotes.map(({ name, resources: objects }) => ({ name, resources: redact(objects) })),
      remotesInOrder,
    }),
  };
  if (!asOthers) return JSON.stringify(snapshotFile(redacted, tool));
  const { anonymize } = await import('../sources/snapshot/anonymize/anonymize.js');
  return JSON.stringify(snapshotFile(anonymize(redacted).content, tool));
}

async function write(text: string, path = '-'): Promise<void> {
  if (path === '-') {
    process.stdout.write(`${text}\n`);
    return;
  }
  try {
    await writeFile(path, path.endsWith('.gz') ? gzipSync(`${text}\n`) : `${text}\n`, { mode: 0o600 });
  } catch (error) {
    throw new CannotTellError(`${path} cannot be written: ${reason(error as NodeJS.ErrnoException)}.`, undefined, {
      cause: error,
    });
  }
}

function reason({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'its directory does not exist';
  if (code === 'EACCES') return 'permission denied';
  return code === 'EISDIR' ? 'it is a directory' : message;
}
