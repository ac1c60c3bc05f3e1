import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Resource } from '../../src/model/resource.js';

/** One mesh of a conformance file: what a client can read, and what istiod answered. */
export interface RecordedMesh {
  name: string;
  istio: string;
  env: Record<string, string>;
  resources?: Resource[];
  /** Meshes of several Kubernetes clusters: their objects, and the order in which istiod got to know them. */
  clusters?: Record<string, Resource[]>;
  clusterOrder?: string[];
  expect: {
    registry: Record<string, unknown>[];
    aliases?: Record<string, string[]>;
    providers?: Record<string, string>[];
    proxies: Record<string, RecordedProxy>;
    alternatives?: { registry?: Record<string, unknown>[][] };
  };
}

export interface RecordedAnswer {
  type: string;
  sidecar?: string;
  scope: string[];
  listeners?: { port?: string | number; services: string[] }[];
  clusters: Record<string, RecordedCluster>;
  /** Absent where `clusters` holds every cluster of a waypoint. */
  other?: string[];
  extAuthz?: Record<string, unknown>[];
  dangling?: string[];
}

/** The answer, and others that istiod gave when it was asked again. */
export interface RecordedProxy extends RecordedAnswer {
  alternatives?: RecordedAnswer[];
}

export interface RecordedCluster {
  type: string;
  service?: string;
  rule?: string;
  endpoints?: string[];
}

/** Meshes of a JSON Lines file, gzipped or not, one at a time. */
export async function* readMeshes(file: string): AsyncIterable<RecordedMesh> {
  const raw = createReadStream(file);
  const text = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => text.destroy(error));
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    if (line.trim()) yield JSON.parse(line) as RecordedMesh;
  }
}
