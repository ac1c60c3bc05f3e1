import { fileURLToPath } from 'node:url';
import { readMeshes, type RecordedMesh } from '../../../scripts/conformance/recorded.js';

const FOLDER = fileURLToPath(new URL('../../conformance/', import.meta.url));

/** Meshes of the repository's conformance files, spread over versions, flags and kinds of trouble. */
export const LIVE_MESHES: Record<string, number> = {
  default: 6,
  rare: 4,
  cases: 4,
  ties: 2,
  'filter-gateway': 2,
  'v1.24.6': 1,
  'v1.31.0-rc.0': 1,
};

/** The first `count` meshes of a file of test/conformance. */
export async function firstMeshes(file: string, count: number): Promise<RecordedMesh[]> {
  const meshes: RecordedMesh[] = [];
  for await (const mesh of readMeshes(`${FOLDER}${file}.jsonl.gz`)) {
    meshes.push(mesh);
    if (meshes.length === count) break;
  }
  return meshes;
}
