import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi, type AdminApi } from './support/admin-api.js';
import { liveServer } from './support/global.js';
import { writeKubeconfig } from './support/kubeconfig.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { grant } from './support/rights.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('kubectl mesh-registry', () => {
  let api: AdminApi;
  let made: string[] = [];
  let path: string;

  before(async () => {
    api = adminApi(liveServer().server);
    made = await loadMesh(api, (await readFiles([join(ROOT, 'examples/mesh')])).snapshot.resources);
    await grant(api, 'bystander', {});
    const bin = join(liveServer().server.directory, 'bin');
    mkdirSync(bin);
    symlinkSync(join(ROOT, 'bin/run.js'), join(bin, 'kubectl-mesh_registry'));
    expect(existsSync(join(ROOT, 'dist')), 'npm run build comes first').to.be.true;
    path = bin + delimiter + (process.env.PATH ?? '');
  });
  after(() => removeMesh(api, made));

  /** The plugin as kubectl finds and starts it. */
  function plugin(kubeconfig: string, ...args: string[]): Promise<{ exit: number; stdout: string; stderr: string }> {
    const env = { ...process.env, PATH: path, KUBECONFIG: kubeconfig };
    return new Promise((resolve) => {
      execFile(liveServer().kubectl, ['mesh-registry', ...args], { env }, (error, stdout, stderr) => {
        resolve({ exit: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });
  }

  it('is found on PATH and answers', async () => {
    const { exit, stdout, stderr } = await plugin(
      liveServer().kubeconfig,
      'explain',
      'deploy/checkout.shop',
      'cart-store',
    );
    expect(exit, stderr).to.equal(0);
    expect(stdout).to.match(/^cart-store\.shop\.svc\.cluster\.local is in the CDS of shop\/checkout-/);
  });

  it('passes its exit code on', async () => {
    const { exit } = await plugin(liveServer().kubeconfig, 'explain', 'deploy/checkout.shop', 'nowhere.example.com');
    expect(exit).to.equal(1);
  });

  it('merges two kubeconfigs, and takes --context and the namespace of the context', async () => {
    const { server, kubeconfig } = liveServer();
    const other = writeKubeconfig(server, { name: 'in-shop', token: server.adminToken, namespace: 'shop' });
    const both = [kubeconfig, other].join(delimiter);
    expect((await plugin(both, 'explain', 'deploy/checkout', 'cart-store')).exit, 'context live').to.equal(3);
    const { exit, stdout, stderr } = await plugin(
      both,
      'explain',
      'deploy/checkout',
      'cart-store',
      '--context',
      'in-shop',
    );
    expect(exit, stderr).to.equal(0);
    expect(stdout).to.include('live, context in-shop');
  });

  it('takes -n', async () => {
    const { exit, stderr } = await plugin(
      liveServer().kubeconfig,
      'explain',
      'deploy/checkout',
      'cart-store',
      '-n',
      'shop',
    );
    expect(exit, stderr).to.equal(0);
  });

  it('takes --as', async () => {
    const { exit, stderr } = await plugin(liveServer().kubeconfig, 'registry', '--as', 'bystander');
    expect(exit).to.equal(3);
    expect(stderr).to.match(/User "bystander" cannot list/);
  });
});
