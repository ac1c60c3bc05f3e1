import { buffer } from 'node:stream/consumers';
import { groupBy } from '../../model/group.js';
import { assemble } from '../assemble.js';
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
  for (const { path, cluster } of namedPaths(paths)) {
    for (const request of await listFiles(path)) {
      options.signal?.throwIfAborted();
      for (const object of await readOne(request, stdin))
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
    remotesInOrder: !paths.some((path) => path.includes('=')),
    ground: { source: 'files', from: [...paths] },
    namespace: flags.namespace ?? 'default',
    gaps: [],
    notes,
    locate: locator(objects, clusters.configCluster),
    flags,
  });
}

async function readOne(request: FileRequest, stdin: () => Promise<Buffer>): Promise<FileObject[]> {
  const text = await readText(request.path, stdin);
  const label = fileLabel(request.path);
  if (text.trim() === '') {
    if (request.found) return [];
    throw new ReadError(`${label}: is empty.`);
  }
  const documents = await parseText(text, label, request.mesh);
  return documents.flatMap(toObjects);
}

function filesText(paths: readonly string[]): string {
  return paths.length === 1 ? 'it' : 'them';
}
