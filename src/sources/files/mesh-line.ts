import { ReadError } from '../read-error.js';

/** One line of a file of recorded meshes: a name, and all objects of the mesh. */
export interface MeshLine {
  name: string;
  resources: unknown[];
}

export function isMeshLine(value: unknown): value is MeshLine {
  if (typeof value !== 'object' || value === null || 'kind' in value) return false;
  const { name, resources, clusters } = value as Record<string, unknown>;
  return typeof name === 'string' && (Array.isArray(resources) || typeof clusters === 'object');
}

/** The objects of a mesh line. */
export function meshResources(line: MeshLine, at: string): unknown[] {
  if (Array.isArray(line.resources)) return line.resources;
  throw new ReadError(`${at}: mesh ${line.name} spans several Kubernetes clusters; only one can be read.`);
}

const NAME = /^\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")/;

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
