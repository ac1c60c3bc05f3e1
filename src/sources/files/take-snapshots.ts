import { ageText } from '../snapshot/age.js';
import { contentOf, isSnapshotFile, type SnapshotContent } from '../snapshot/snapshot-file.js';
import type { FileDocument } from './document.js';

/** A snapshot that stood in a file. */
export interface SnapshotRead {
  content: SnapshotContent;
  /** For stderr: what it was taken of, when, by what. */
  note: string;
}

/** The documents, with the objects of a snapshot in its place; snapshots are added to `snapshots`. Throws ReadError. */
export function takeSnapshots(
  documents: readonly FileDocument[],
  label: string,
  snapshots: SnapshotRead[],
): FileDocument[] {
  return documents.map((document) => {
    if (!isSnapshotFile(document.value)) return document;
    const content = contentOf(document.value, label);
    snapshots.push({ content, note: noteOf(content, label, document.value.tool ?? '') });
    return { ...document, value: objectsOf(content) };
  });
}

/** A list; of several Kubernetes clusters, what a line of recorded meshes holds. */
function objectsOf({ resources, configCluster = '', remotes }: SnapshotContent): unknown {
  if (!remotes) return resources;
  const named = remotes.map((remote): [string, unknown] => [remote.name, remote.resources]);
  return { name: 'snapshot', clusters: Object.fromEntries([[configCluster, resources], ...named]) };
}

function noteOf({ ground, anonymized }: SnapshotContent, label: string, tool: string): string {
  const where = ground.source === 'live' ? `context ${ground.from.join(', ')}` : ground.from.join(', ');
  const age = ground.takenAt ? ` at ${ground.takenAt}, ${ageText(ground.takenAt, Date.now())}` : '';
  const names = anonymized ? '; its names, labels and addresses stand for others' : '';
  return `${label} is a snapshot, taken of ${where}${age}, by version ${tool}${names}`;
}
