import { compareMesh, type Difference, type Field } from './compare.js';
import { predict } from './predicted.js';
import { readMeshes } from './recorded.js';

/** What a file of recorded meshes adds to the count. */
export interface FileComparison {
  meshes: number;
  proxies: number;
  differing: number;
  undetermined: number;
  /** How many values of each field were compared, and how many of them differ. */
  compared: Map<Field, number>;
  different: Map<Field, number>;
  differences: Difference[];
}

/** Compares every mesh of a file. Throws when it cannot be read or holds none. */
export async function compareFile(file: string, only?: Field): Promise<FileComparison> {
  const total: FileComparison = {
    meshes: 0,
    proxies: 0,
    differing: 0,
    undetermined: 0,
    compared: new Map(),
    different: new Map(),
    differences: [],
  };
  for await (const mesh of readMeshes(file)) {
    const result = compareMesh(mesh, await predict(mesh), only);
    total.meshes++;
    total.proxies += result.proxies;
    total.differing += result.differing.size;
    total.undetermined += result.undetermined;
    for (const [field, n] of result.compared) add(total.compared, field, n);
    for (const difference of result.differences) {
      add(total.different, difference.field, 1);
      total.differences.push(difference);
    }
  }
  if (total.meshes === 0) throw new Error('no meshes');
  return total;
}

function add(counts: Map<Field, number>, field: Field, n: number): void {
  counts.set(field, (counts.get(field) ?? 0) + n);
}

export function differenceText({ mesh, where, field, expected, actual }: Difference): string {
  return `${mesh} ${where}: ${field}\n  istiod: ${JSON.stringify(expected)}\n  engine: ${JSON.stringify(actual)}`;
}
