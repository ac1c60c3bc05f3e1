import { createHash } from 'node:crypto';
import { API_VERSION } from '../../model/api-version.js';
import type { Resource } from '../../model/resource.js';
import type { Gap, Ground, InvalidValue, RemoteCluster } from '../../model/snapshot.js';
import { ReadError } from '../read-error.js';

/** Counts up when older programs could not read what newer ones write. Files of every format since 1 stay readable. */
export const FORMAT_VERSION = 1;

/** One mesh in one file. */
export interface SnapshotFile {
  apiVersion: string;
  kind: 'MeshSnapshot';
  formatVersion: number;
  /** Version of the program that wrote it. */
  tool: string;
  /** Of the content, so that a change to it is noticed. */
  digest: string;
  content: SnapshotContent;
}

export interface SnapshotContent {
  ground: Ground;
  /** The namespace that was meant where the snapshot was taken. */
  namespace: string;
  /** Names, labels and addresses stand for others. */
  anonymized?: boolean;
  gaps: Gap[];
  invalid: InvalidValue[];
  /** Of the only Kubernetes cluster, or of the one that istiod runs in. */
  resources: Resource[];
  /** What the config cluster of a mesh of several was called. */
  configCluster?: string;
  /** Further Kubernetes clusters; whether their order is the one in which istiod got to know them. */
  remotes?: RemoteCluster[];
  remotesInOrder?: boolean;
}

export function snapshotFile(content: SnapshotContent, tool: string): SnapshotFile {
  return {
    apiVersion: API_VERSION,
    kind: 'MeshSnapshot',
    formatVersion: FORMAT_VERSION,
    tool,
    digest: digestOf(content),
    content,
  };
}

export function isSnapshotFile(value: unknown): value is Partial<SnapshotFile> {
  return typeof value === 'object' && value !== null && (value as Partial<SnapshotFile>).kind === 'MeshSnapshot';
}

/** The content, when it is whole and as it was written. Throws ReadError. */
export function contentOf(file: Partial<SnapshotFile>, label: string): SnapshotContent {
  const { formatVersion, tool = 'unknown', digest, content } = file;
  if (typeof formatVersion === 'number' && formatVersion > FORMAT_VERSION) {
    throw new ReadError(
      `${label}: a snapshot of format ${String(formatVersion)}, written by version ${tool}; this program reads formats up to ${String(FORMAT_VERSION)}.`,
      'Upgrade kubectl mesh-registry, or take the snapshot with this version.',
    );
  }
  const whole = typeof formatVersion === 'number' && typeof content === 'object' && content !== null;
  if (!whole || !Array.isArray(content.resources) || !Array.isArray(content.gaps) || !content.ground) {
    throw new ReadError(`${label}: not a whole snapshot: fields are missing.`, AGAIN);
  }
  if (digest !== digestOf(content)) {
    throw new ReadError(`${label}: the snapshot was changed after it was written.`, AGAIN);
  }
  return content;
}

const AGAIN = 'Take or fetch it again; to try changes out, read plain YAML or JSON besides it with another -f.';

function digestOf(content: SnapshotContent): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}
