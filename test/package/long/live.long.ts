import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { NODE_ARCHIVE } from '../../../scripts/package/artifacts.js';
import { OUT, ROOT } from '../../../scripts/package/root.js';
import { WatchServer } from '../../sources/support/watch-server.js';
import { ARCHIVE, cleanEnv, runAsync, temporaryFolder, unpack } from './release.js';

describe('a release that asks an API server', () => {
  const folder = temporaryFolder();
  const server = new WatchServer();
  let kubeconfig: string;

  before(async () => {
    kubeconfig = await server.start();
    server.services.set('web', server.service('web'));
  });
  after(() => {
    server.stop();
  });

  for (const [name, archive] of [
    ['executable', ARCHIVE],
    ['node', join(OUT, NODE_ARCHIVE)],
  ] as const) {
    it(`${name}: answers as the sources do`, async () => {
      mkdirSync(join(folder(), name));
      unpack(archive, join(folder(), name));
      const env = cleanEnv(folder());
      // Text tells the time.
      const question = ['registry', '--kubeconfig', kubeconfig, '-o', 'name'];
      const expected = await runAsync(process.execPath, [join(ROOT, 'bin/dev.js'), ...question], env);
      expect(expected.stdout).to.include('web.shop.svc.cluster.local');
      for (const time of ['first', 'second']) {
        const answer = await runAsync(join(folder(), name, 'kubectl-mesh_registry'), question, env);
        expect(answer, `${time} run`).to.deep.equal(expected);
      }
    });
  }
});
