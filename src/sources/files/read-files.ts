import { buffer } from 'node:stream/consumers';
import { groupBy } from '../../model/group.js';
import { assemble } from '../assemble.js';
import type { Gap, Ground } from '../../model/snapshot.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import type { FileObject } from './document.js';
import { listFiles, type FileRequest } from './list-files.js';
import { dumpGaps } from './dumps/dump-gaps.js';
import { locator } from './locate.js';
import { mergeObjects } from './merge-objects.js';
import { namedPaths } from './named-paths.js';
import { clustersOf } from './clusters-of.js';
import { parseText } from './parse-text.js';
import { fileLabel, readTexts } from './read-text.js';
import { toObjects } from './to-objects.js';
import { takeSnapshots, type SnapshotRead } from './take-snapshots.js';

const TURN = 50;

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
  const filesOfPaths: string[][] = [];
  let count = 0;
  for (const { path, cluster } of namedPaths(paths)) {
    const files: string[] = [];
    for (const request of listFiles(path)) {
      // Files are read synchronously: now and then, whoever wants to end that gets his turn.
      if (++count % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      options.signal?.throwIfAborted();
      const { objects, labels } = await readOne(request, stdin, snapshots);
      for (const object of objects) read.push(cluster === undefined ? object : { ...object, cluster });
      files.push(...labels);
      options.progress?.(`${fileLabel(request.path)} read, ${String(read.length)} objects so far`);
    }
    filesOfPaths.push(files);
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
    gaps: [...snapshots.flatMap(({ content }) => content.gaps), ...gapsOfDumps(filesOfPaths, objects)],
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
): Promise<{ objects: FileObject[]; labels: string[] }> {
  const objects: FileObject[] = [];
  const texts = await readTexts(request.path, stdin);
  for (const { label, text, found = request.found } of texts) {
    if (text.trim() === '') {
      if (found) continue;
      throw new ReadError(`${label}: is empty.`);
    }
    const documents = await parseText(text, label, request.mesh);
    for (const document of takeSnapshots(documents, label, snapshots)) objects.push(...toObjects(document));
  }
  return { objects, labels: texts.map(({ label }) => label) };
}

/** Other files may hold what a dump does not. */
function gapsOfDumps(filesOfPaths: readonly string[][], objects: readonly FileObject[]): Gap[] {
  const resources = objects.map(({ resource }) => resource);
  return filesOfPaths.flatMap((files) => dumpGaps(files, resources));
}

function filesText(paths: readonly string[]): string {
  return paths.length === 1 ? 'it' : 'them';
}
