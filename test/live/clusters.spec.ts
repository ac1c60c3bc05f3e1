import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { ExplanationList } from '../../src/explain/explanation.js';
import { readFiles } from '../../src/sources/files/read-files.js';
import { adminApi } from './support/admin-api.js';
import { startApiServer, type ApiServer } from './support/api-server.js';
import { badProxy, pass, type BadProxy } from './support/bad-proxy.js';
import { withoutGround } from './support/compare.js';
import { installCrds } from './support/crds.js';
import { liveServer } from './support/global.js';
import { writeKubeconfig, writeKubeconfigOf } from './support/kubeconfig.js';
import { kubectlGetAll } from './support/kubectl.js';
import { loadMesh, removeMesh } from './support/load-mesh.js';
import { run } from './support/run.js';

const MESH = fileURLToPath(new URL('../../examples/multicluster/', import.meta.url));
const SECRETS = '/api/v1/namespaces/istio-system/secrets';
const CONTENT = 'nobody-may-read-this';

const QUESTIONS = [
  ['explain', 'web-0.shop', 'stock'],
  ['explain', 'web-0.shop@east', 'stock:9090'],
  ['explain', 'stock-0.shop@west'],
  ['explain', 'stock-0.shop@west', 'stock'],
  ['clusters', 'stock-0.shop'],
  ['ext-authz', '-A'],
  ['registry'],
  ['conflicts'],
];

describe('a mesh of two clusters in two real API servers', function () {
  this.timeout(300_000);
  let west: ApiServer;
  let proxy: BadProxy;
  let kubeconfig: string;
  let madeEast: string[] = [];
  /** What was answered about Secrets. */
  const secrets: string[] = [];

  before(async () => {
    const { server: east } = liveServer();
    west = await startApiServer();
    await installCrds(adminApi(west));
    madeEast = await load(east, 'east');
    await load(west, 'west');
    const metadata = { name: 'istio-remote-secret-west', labels: { 'istio/multiCluster': 'true' } };
    await adminApi(east).must('POST', SECRETS, { metadata, stringData: { west: CONTENT } });
    proxy = await badProxy(east, async (asked, answer, forward) => {
      const forwarded = await forward();
      if (asked.url.includes('/secrets')) secrets.push(forwarded.body.toString());
      pass(answer, forwarded);
    });
    kubeconfig = writeKubeconfigOf([
      [east, { name: 'here', token: east.adminToken, url: proxy.url }],
      [west, { name: 'there', token: west.adminToken }],
      // Nobody listens on the discard port of loopback.
      [west, { name: 'gone', token: west.adminToken, url: 'https://127.0.0.1:9' }],
    ]);
  });

  after(async () => {
    const api = adminApi(liveServer().server);
    await api.send('DELETE', `${SECRETS}/istio-remote-secret-west`);
    await removeMesh(api, madeEast);
    await proxy.stop();
    await west.stop();
  });

  async function load(server: ApiServer, cluster: string): Promise<string[]> {
    const { snapshot } = await readFiles([join(MESH, cluster)]);
    return loadMesh(adminApi(server), snapshot.resources);
  }

  const ask = (question: readonly string[], ...flags: string[]) =>
    run(...question, '--kubeconfig', kubeconfig, ...flags, '-o', 'json');

  it('answers as files of the two do, the name of the remote cluster being that of its secret', async () => {
    const { server: east, kubeconfig: eastConfig } = liveServer();
    const westConfig = writeKubeconfig(west, { name: 'west-alone', token: west.adminToken });
    const files = { east: join(east.directory, 'east.json'), west: join(east.directory, 'west.json') };
    writeFileSync(files.east, await kubectlGetAll(eastConfig));
    writeFileSync(files.west, await kubectlGetAll(westConfig));
    for (const question of QUESTIONS) {
      const fromFiles = await run(...question, '-f', `east=${files.east}`, '-f', `west=${files.west}`, '-o', 'json');
      expect(fromFiles.stdout, `${question.join(' ')}: ${fromFiles.stderr}`).to.not.equal('');
      for (const flags of [
        ['--context', 'here', '--context', 'there'],
        ['--context', 'here', '--cluster-context', 'west=there'],
      ]) {
        const live = await ask(question, ...flags);
        expect(live.exit, `${question.join(' ')}: ${live.stderr}`).to.equal(fromFiles.exit);
        expect(withoutGround(live.stdout), question.join(' ')).to.deep.equal(withoutGround(fromFiles.stdout));
      }
    }
    for (const file of Object.values(files)) rmSync(file);
  });

  it('reads of the remote secret its name alone', () => {
    expect(secrets).to.not.be.empty;
    expect(secrets.some((body) => body.includes('istio-remote-secret-west'))).to.equal(true);
    for (const body of secrets) {
      expect(body).to.not.include(CONTENT);
      expect(body).to.not.include(Buffer.from(CONTENT).toString('base64'));
    }
  });

  it('makes a gap of a cluster that does not answer, and says that the answer may be another', async () => {
    const flags = ['--context', 'here', '--cluster-context', 'west=gone'];
    const { stdout, stderr, exit } = await ask(['explain', 'web-0.shop', 'nowhere.shop'], ...flags);
    expect(stderr).to.match(/^gap: .*cluster west.*context gone/m);
    expect(exit).to.equal(3);
    const { gaps, verdict } = JSON.parse(stdout) as { gaps: { cluster?: string }[]; verdict: string };
    expect(verdict).to.equal('undetermined');
    expect(gaps.map(({ cluster }) => cluster)).to.include('west');
  });

  it('makes a gap of a cluster that a remote secret names and no context was given for', async () => {
    const api = adminApi(liveServer().server);
    const metadata = { name: 'istio-remote-secret-north', labels: { 'istio/multiCluster': 'true' } };
    await api.must('POST', SECRETS, { metadata, stringData: { north: CONTENT } });
    const { stdout, stderr } = await ask(
      ['explain', 'web-0.shop'],
      '--context',
      'here',
      '--cluster-context',
      'west=there',
    );
    await api.must('DELETE', `${SECRETS}/istio-remote-secret-north`);
    expect(stderr).to.include('--cluster-context north=CONTEXT reads it');
    const { items } = JSON.parse(stdout) as ExplanationList;
    expect(items.map(({ host }) => host)).to.include('stock.shop.svc.cluster.local');
    expect(items[0]!.gaps.map(({ cluster }) => cluster)).to.include('north');
  });
});
