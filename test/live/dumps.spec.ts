import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readFiles } from '../../src/sources/files/read-files.js';
import { read } from '../../src/sources/read.js';
import type { Snapshot } from '../../src/model/snapshot.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { liveServer } from './support/global.js';
import { kubectl } from './support/kubectl.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/mesh', import.meta.url));
const HELD = ['Service', 'Pod', 'Node', 'ReplicaSet'];

describe('a dump of kubectl', () => {
  let api: AdminApi;
  let made: string[] = [];
  before(async () => {
    api = adminApi(liveServer().server);
    made = await loadMesh(api, (await readFiles([EXAMPLE])).snapshot.resources);
  });
  after(() => removeMesh(api, made));

  const held = ({ resources }: Snapshot) =>
    resources
      .filter(({ kind }) => HELD.includes(kind))
      .map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`)
      .sort();

  it('is read as what kubectl writes it', async () => {
    const folder = join(liveServer().server.directory, 'cluster-info');
    await kubectl('cluster-info', 'dump', '--all-namespaces', `--output-directory=${folder}`);
    const { snapshot } = await readFiles([folder]);
    const live = await read({ kubeconfig: liveServer().kubeconfig });
    expect(held(snapshot)).to.deep.equal(held(live.snapshot));
    expect(held(snapshot)).to.include('Service shop/cart-store');
    const gaps = new Map(snapshot.gaps.map((gap) => [gap.kind, gap]));
    expect([...gaps.keys()]).to.include.members(['ServiceEntry', 'Sidecar', 'ConfigMap', 'EndpointSlice']);
    expect([...gaps.keys()]).to.not.include.members(HELD);
    expect(live.snapshot.gaps).to.deep.equal([]);
  });
});
