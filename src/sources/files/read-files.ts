import { buffer } from 'node:stream/consumers';
import { groupBy } from '../../model/group.js';
import { assemble } from '../assemble.js';
import type { Ground } from '../../model/snapshot.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import type { FileObject } from './document.js';
import { listFiles, type FileRequest } from './list-files.js';
import { locator } from './locate.js';
import { mergeObjects } from './merge-objects.js';
import { namedPaths } from './named-paths.js';
import { clustersOf } from './clusters-of.js';
import { parseText } from './parse-text.js';
import { fileLabel, readText } from './read-text.js';
import { toObjects } from './to-objects.js';
import { takeSnapshots, type SnapshotRead } from './take-snapshots.js';

/** The mesh that stands in files. Throws ReadError when any of them cannot be read: nothing is half-answered. */
export async function readFiles(
  paths: readonly string[],
  options: ReadOptions = {},
  flags: ReadFlags = {},
): Promise<Loaded> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new ReadError('-f -: standard input can be read once only.');
  const stdin = options.stdin ?? (() => buffer(process.stdin));
  const read: FileObject[] = [];
  const snapshots: SnapshotRead[] = [];
  for (const { path, cluster } of namedPaths(paths)) {
    for (const request of await listFiles(path)) {
      options.signal?.throwIfAborted();
      for (const object of await readOne(request, stdin, snapshots))
        read.push(cluster === undefined ? object : { ...object, cluster });
      options.progress?.(`${fileLabel(request.path)} read, ${String(read.length)} objects so far`);
    }
  }
  if (read.length === 0) throw new ReadError(`${paths.join(', ')}: no Kubernetes object in ${filesText(paths)}.`);
  const merged = [...groupBy(read, ({ cluster }) => cluster).values()].map(mergeObjects);
  const objects = merged.flatMap((ofCluster) => ofCluster.objects);
  const notes = merged.flatMap((ofCluster) => ofCluster.notes);
  const clusters = clustersOf(objects);
  return assemble({
    ...clusters,
    remotesInOrder:
      !paths.some((path) => path.includes('=')) && snapshots.every(({ content }) => content.remotesInOrder !== false),
    ...groundOf(paths, snapshots),
    namespace: flags.namespace ?? snapshots[0]?.content.namespace ?? 'default',
    gaps: snapshots.flatMap(({ content }) => content.gaps),
    invalid: snapshots.flatMap(({ content }) => content.invalid),
    notes: [...snapshots.map(({ note }) => note), ...notes],
    locate: locator(objects, clusters.configCluster),
    flags,
  });
}

/** A snapshot alone answers as the mesh did that it was taken of. */
function groundOf(paths: readonly string[], snapshots: readonly SnapshotRead[]): { ground: Ground } {
  const [only] = snapshots;
  return { ground: only && paths.length === 1 ? only.content.ground : { source: 'files', from: [...paths] } };
}

async function readOne(
  request: FileRequest,
  stdin: () => Promise<Buffer>,
  snapshots: SnapshotRead[],
): Promise<FileObject[]> {
  const text = await readText(request.path, stdin);
  const label = fileLabel(request.path);
  if (text.trim() === '') {
    if (request.found) return [];
    throw new ReadError(`${label}: is empty.`);
  }
  const documents = await parseText(text, label, request.mesh);
  return takeSnapshots(documents, label, snapshots).flatMap(toObjects);
}

function filesText(paths: readonly string[]): string {
  return paths.length === 1 ? 'it' : 'them';
}
