import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { NODE_ARCHIVE } from '../../../scripts/package/artifacts.js';
import { installLocked } from '../../../scripts/package/install-locked.js';
import { OUT, ROOT } from '../../../scripts/package/root.js';
import { cleanEnv, MESH, run, temporaryFolder, unpack } from './release.js';

const LOCKED = join(ROOT, 'test/package/node-versions');

/** The files of compiled code, with when they were written. */
function codeOf(home: string): string[] {
  const folder = join(home, '.cache/kubectl-mesh-registry/code');
  return readdirSync(folder).map((name) => `${name} ${String(statSync(join(folder, name)).mtimeMs)}`);
}

describe('versions of Node', () => {
  const folder = temporaryFolder();
  let modules: string;

  before(function () {
    // The packages that are locked hold Node for this platform only.
    if (process.platform !== 'linux' || process.arch !== 'x64') this.skip();
    modules = installLocked(LOCKED, { os: 'linux', cpu: 'x64' });
    unpack(join(OUT, NODE_ARCHIVE), folder());
  });

  for (const version of ['node-20.19', 'node-22', 'node-24']) {
    it(`${version} runs the build, and warns of nothing`, () => {
      const home = join(folder(), version);
      mkdirSync(home);
      const env = cleanEnv(home, join(modules, version, 'bin'));
      const program = join(folder(), 'kubectl-mesh_registry');
      const question = ['explain', 'deployment/checkout.shop', 'tax.example.com', '-f', MESH, '-o', 'json', '-q'];
      const compiled: string[][] = [];
      for (const time of ['first', 'second']) {
        const { status, stdout, stderr } = run(program, question, env);
        expect(stderr, time).to.equal('');
        expect(status, time).to.equal(1);
        expect(JSON.parse(stdout)).to.have.property('verdict', 'absent');
        compiled.push(codeOf(home));
      }
      expect(compiled[0]).to.not.be.empty;
      expect(compiled[1], 'V8 takes what it compiled before').to.deep.equal(compiled[0]);
      const { stdout } = run(program, ['version', '-o', 'json'], env);
      const { clientVersion } = JSON.parse(stdout) as { clientVersion: { node: string } };
      expect(clientVersion.node.startsWith(version.replace('node-', 'v'))).to.equal(true);
      // The client library, which warned of its modules on newer versions, is only loaded to ask a cluster.
      const live = run(program, ['registry', '--kubeconfig', join(folder(), 'package.json')], env);
      expect(live.status).to.equal(3);
      expect(live.stderr).to.match(/^error: /);
    });
  }
});
