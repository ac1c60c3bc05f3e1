import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import type { Pod } from '../../src/model/kubernetes.js';
import type { Resource } from '../../src/model/resource.js';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { expectSameAnswers, questionsOf } from './support/compare.js';
import { liveServer } from './support/global.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { firstMeshes, LIVE_MESHES } from './support/recorded-meshes.js';
import { run } from './support/run.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/mesh', import.meta.url));

/** Asked of all workloads at once. */
const OF_ALL_WORKLOADS = [
  ['ext-authz', '-A'],
  ['ext-authz', '-A', '--all-providers'],
];

describe('a mesh in a real API server', () => {
  let api: AdminApi;
  let made: string[] = [];
  before(() => {
    api = adminApi(liveServer().server);
  });
  afterEach(async () => {
    await removeMesh(api, made);
    made = [];
  });

  it('the example mesh answers as its files do', async () => {
    const { snapshot } = await readFiles([EXAMPLE]);
    made = await loadMesh(api, snapshot.resources);
    const questions = [
      ...(await questionsOf('deploy/checkout.shop', 'ledger.payments')),
      ...(await questionsOf('deploy/checkout.shop', 'nowhere.example.com')),
      ['explain', 'shop/new', 'ledger.payments', '-l', 'app=new'],
      ...OF_ALL_WORKLOADS,
    ];
    expect(await expectSameAnswers(questions)).to.be.greaterThan(4);
    const { stdout } = await run('explain', 'deploy/checkout.shop', '--kubeconfig', liveServer().kubeconfig, '-q');
    expect(stdout).to.match(/^\d+ of \d+ hosts are in the CDS of shop\/checkout-/);
    expect(stdout).to.match(/Ground: live, context live, taken /);
  });

  for (const [file, count] of Object.entries(LIVE_MESHES)) {
    for (let index = 0; index < count; index++) {
      it(`${file} ${String(index + 1)} answers as files of kubectl do`, async () => {
        const { resources = [] } = (await firstMeshes(file, index + 1)).at(-1)!;
        made = await loadMesh(api, resources);
        const questions = [...OF_ALL_WORKLOADS];
        for (const pod of somePods(resources)) {
          const workload = `${pod.metadata.name}.${pod.metadata.namespace ?? 'default'}`;
          questions.push(...(await questionsOf(workload, someHost(resources))));
        }
        await expectSameAnswers(questions);
      });
    }
  }
});

/** A sidecar, and a gateway where there is one. */
function somePods(resources: readonly Resource[]): Pod[] {
  const pods = resources.filter(({ kind }) => kind === 'Pod') as Pod[];
  const router = pods.find(({ spec }) => spec?.containers?.some(({ args }) => args?.[1] === 'router'));
  const other = pods.find((pod) => pod !== router);
  return [other, router].filter((pod) => pod !== undefined);
}

function someHost(resources: readonly Resource[]): string {
  const entry = resources.find(({ kind }) => kind === 'ServiceEntry')?.spec as { hosts?: string[] } | undefined;
  const service = resources.find(({ kind }) => kind === 'Service')?.metadata;
  return entry?.hosts?.[0] ?? `${service?.name ?? 'none'}.${service?.namespace ?? 'none'}`;
}
