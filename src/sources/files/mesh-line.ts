import { ReadError } from '../read-error.js';

/** One line of a file of recorded meshes: a name, and all objects of the mesh. */
export interface MeshLine {
  name: string;
  resources?: unknown[];
  /** Of a mesh of several Kubernetes clusters: their objects, and the order in which istiod got to know them. */
  clusters?: Record<string, unknown>;
  clusterOrder?: string[];
}

export function isMeshLine(value: unknown): value is MeshLine {
  if (typeof value !== 'object' || value === null || 'kind' in value) return false;
  const { name, resources, clusters } = value as Record<string, unknown>;
  return typeof name === 'string' && (Array.isArray(resources) || typeof clusters === 'object');
}

/** A cluster of a mesh line; the name is absent where the mesh has one only. */
export interface MeshCluster {
  name?: string;
  field: string;
  resources: unknown[];
}

/** The Kubernetes clusters of a mesh line, the config cluster first. */
export function meshClusters(line: MeshLine, at: string): MeshCluster[] {
  if (Array.isArray(line.resources)) return [{ field: 'resources', resources: line.resources }];
  const { clusters = {}, clusterOrder = Object.keys(clusters) } = line;
  return clusterOrder.map((name) => {
    const resources = clusters[name];
    if (Array.isArray(resources)) return { name, field: `clusters.${name}`, resources };
    throw new ReadError(`${at}: mesh ${line.name}: cluster ${name} has no list of objects.`);
  });
}

const NAME = /^\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.){0,1000}")/;

/** The text of the mesh that is asked for; undefined when the text is no JSON Lines file of meshes. */
export function pickMesh(text: string, label: string, wanted: string | undefined): string | undefined {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const names = rows.map(meshName);
  if (wanted !== undefined) {
    const row = rows[names.indexOf(wanted)];
    if (row !== undefined) return row;
    throw new ReadError(`${label}: holds no mesh ${wanted}.`, namesHint(label, names));
  }
  if (rows.length < 2 || names.includes(undefined)) return undefined;
  throw new ReadError(`${label}: holds ${String(rows.length)} meshes.`, namesHint(label, names));
}

function meshName(row: string): string | undefined {
  const name = NAME.exec(row)?.[1];
  return name === undefined ? undefined : (JSON.parse(name) as string);
}

function namesHint(label: string, names: readonly (string | undefined)[]): string {
  const first = names.find((name) => name !== undefined);
  return first === undefined ? 'It is no file of recorded meshes.' : `Pick one by its name: ${label}#${first}`;
}
