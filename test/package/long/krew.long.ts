import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { dump, load } from 'js-yaml';
import { ROOT } from '../../../scripts/package/root.js';
import { krewFaults } from '../krew-rules.js';
import {
  ARCHIVE,
  cleanEnv,
  krewProgram,
  kubectlProgram,
  MANIFEST,
  MESH,
  readText,
  run,
  runAsync,
  temporaryFolder,
} from './release.js';

describe('krew', () => {
  const folder = temporaryFolder();
  let krew: string;
  let program: string;
  let env: NodeJS.ProcessEnv;
  const inRoot = (...path: string[]) => join(folder(), 'krew', ...path);
  const kubectl = (...args: string[]) => run(program, args, env);

  before(async () => {
    krew = krewProgram('krew');
    program = await kubectlProgram();
    env = { ...cleanEnv(folder(), inRoot('bin')), KREW_ROOT: inRoot() };
    // Without any index, which is a clone, krew asks its user to fetch one before it does anything else.
    mkdirSync(inRoot('index/local/plugins'), { recursive: true });
    for (const command of [
      ['init', '-q'],
      ['remote', 'add', 'origin', 'https://example.com/index.git'],
    ]) {
      expect(run('git', ['-C', inRoot('index/local'), ...command], env).status).to.equal(0);
    }
  });

  function explains(): void {
    const question = ['deployment/checkout.shop', 'ledger.payments:9000', '-f', MESH];
    const answer = kubectl('mesh-registry', 'explain', ...question);
    expect(answer.stdout).to.match(/^ledger\.payments\.svc\.cluster\.local:9000 is /);
    expect([0, 1]).to.include(answer.status);
  }

  it('finds no fault in either manifest', () => {
    const validate = krewProgram('validate-krew-manifest');
    const unreleased = join(folder(), 'mesh-registry.yaml');
    writeFileSync(unreleased, readFileSync(join(ROOT, 'krew-manifest.yaml')));
    for (const manifest of [unreleased, MANIFEST]) {
      const { status, stderr } = run(validate, ['-manifest', manifest, '-skip-install'], env);
      expect(status, stderr).to.equal(0);
    }
    expect(krewFaults(readText(MANIFEST), 'mesh-registry.yaml')).to.deep.equal([]);
  });

  it('installs the archive, which answers through kubectl, and uninstalls it', () => {
    const installed = run(krew, ['install', `--manifest=${MANIFEST}`, `--archive=${ARCHIVE}`], env);
    expect(installed.status, installed.stderr).to.equal(0);
    expect(installed.stderr).to.include('kubectl mesh-registry').and.include('Rights: it only reads.');
    explains();
    expect(kubectl('plugin', 'list').stdout).to.include(inRoot('bin/kubectl-mesh_registry'));
    expect(run(krew, ['uninstall', 'mesh-registry'], env).status).to.equal(0);
    expect(existsSync(inRoot('store/mesh-registry'))).to.equal(false);
    expect(kubectl('mesh-registry', 'version').status).to.not.equal(0);
  });

  it('installs it from an index, upgrades it, and lets completion be set up as the caveats say', async () => {
    const server = await serve(ARCHIVE);
    try {
      const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive.tar.gz`;
      publish('v0.0.1', uri);
      const installed = await runAsync(krew, ['install', '--no-update-index', 'local/mesh-registry'], env);
      expect(installed.status, installed.stderr).to.equal(0);
      expect(readdirSync(inRoot('store/mesh-registry'))).to.deep.equal(['v0.0.1']);
      explains();
      const manifest = publish('v0.0.2', uri);
      const upgraded = await runAsync(krew, ['upgrade', '--no-update-index', 'mesh-registry'], env);
      expect(upgraded.status, upgraded.stderr).to.equal(0);
      expect(readdirSync(inRoot('store/mesh-registry'))).to.deep.equal(['v0.0.2']);
      explains();
      setUpCompletion(manifest.spec.caveats.replace(/\/v\d+\.\d+\.\d+\//, '/v0.0.2/'));
      expect(kubectl('__complete', 'mesh-registry', 'vers').stdout).to.match(/^version\t/);
      expect(run(krew, ['uninstall', 'mesh-registry'], env).status).to.equal(0);
    } finally {
      server.close();
    }
  });

  /** The manifest of the release as that of another version, in an index of its own. */
  function publish(version: string, uri: string): { spec: { caveats: string } } {
    const manifest = load(readText(MANIFEST)) as {
      spec: { version: string; caveats: string; platforms: { uri: string }[] };
    };
    manifest.spec.version = version;
    for (const platform of manifest.spec.platforms) platform.uri = uri;
    writeFileSync(inRoot('index/local/plugins/mesh-registry.yaml'), dump(manifest));
    return manifest;
  }

  function setUpCompletion(caveats: string): void {
    const [, command = ''] = /^Completion.*\n((?: {2}.*\n?)+)/m.exec(caveats) ?? [];
    expect(command).to.match(/^ {2}cp /);
    const { status, stderr } = run('sh', ['-c', command], env);
    expect(status, stderr).to.equal(0);
  }
});

function serve(file: string): Promise<Server> {
  const server = createServer((_, response) => response.end(readFileSync(file)));
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
