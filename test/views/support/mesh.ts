import { readFiles } from '../../../src/sources/files/read-files.js';
import type { MeshSource } from '../../../src/views/model/mesh-model.js';

/** The bundled example, as the view gets it. */
export async function exampleMesh(): Promise<MeshSource> {
  const { snapshot, locate, notes } = await readFiles(['examples/mesh']);
  return { snapshot, locate, notes };
}
