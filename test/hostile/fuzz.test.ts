import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readMeshes } from '../../scripts/conformance/recorded.js';
import { ProxyExplainer } from '../../src/explain/explain.js';
import { registryList } from '../../src/explain/registry-list.js';
import type { Pod } from '../../src/model/kubernetes.js';
import type { Resource } from '../../src/model/resource.js';
import { assemble } from '../../src/sources/assemble.js';
import { toObjects } from '../../src/sources/files/to-objects.js';
import { ReadError } from '../../src/sources/read-error.js';
import { redact } from '../../src/sources/snapshot/redact.js';
import { Mesh } from '../../src/xds/mesh.js';
import { mutate, random } from './mutate.js';

const FOLDER = fileURLToPath(new URL('../conformance/', import.meta.url));
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 20);
const VERDICTS = ['present', 'absent', 'undetermined'];

describe('mutated objects', function () {
  this.timeout(300_000);

  it('crash nothing, and every answer has a verdict', async () => {
    const tried = { objects: 0, answers: 0, refused: 0 };
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.gz'));
    for (const [index, file] of files.entries()) {
      for await (const { name, resources } of readMeshes(FOLDER + file)) {
        // Meshes of several Kubernetes clusters are another form.
        if (!resources) continue;
        for (let round = 0; round < ROUNDS; round++) {
          const seed = index * 1000 + round;
          try {
            await tryMesh(structuredClone(resources), seed, tried);
          } catch (error) {
            throw new Error(`${name}, seed ${String(seed)}: ${(error as Error).stack ?? ''}`, { cause: error });
          }
        }
        break;
      }
    }
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    console.log(
      `      ${String(tried.objects)} mutated objects (${String(tried.refused)} refused by name), ${String(tried.answers)} answers`,
    );
    expect(tried.objects).to.be.greaterThan(1000 * ROUNDS);
  });
});

async function tryMesh(
  resources: Resource[],
  seed: number,
  tried: { objects: number; answers: number; refused: number },
): Promise<void> {
  const pick = random(seed);
  const read = resources.flatMap((resource): Resource[] => {
    // istiod itself and the mesh config are mutated in some rounds only: without them all else is assumed.
    const control = resource.kind === 'Deployment' || resource.kind === 'ConfigMap';
    if (!control || pick(4) === 0) mutate(resource, 1 + pick(3), pick);
    tried.objects++;
    try {
      return toObjects({ value: resource, file: 'mutated' }).map((object) => object.resource);
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      tried.refused++;
      return [];
    }
  });
  const found = { ground: { source: 'files' as const, from: ['mutated'] }, namespace: 'default', gaps: [], notes: [] };
  const { snapshot } = await assemble({ ...found, resources: read, locate: () => undefined, flags: {} });
  JSON.stringify(redact(snapshot.resources));
  const mesh = new Mesh(snapshot, snapshot.controlPlanes[0]!);
  registryList(mesh);
  for (const pod of snapshot.resources.filter(({ kind }) => kind === 'Pod').slice(0, 3) as Pod[]) {
    const role = mesh.roleOf(pod);
    if (!('proxy' in role)) continue;
    for (const { verdict } of new ProxyExplainer(mesh, role.proxy).explainAll().items) {
      expect(verdict).to.be.oneOf(VERDICTS);
      tried.answers++;
    }
  }
}
