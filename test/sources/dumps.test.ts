import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { tarGz } from '../../scripts/package/tar.js';
import type { ExplanationList } from '../../src/explain/explanation.js';
import type { Resource } from '../../src/model/resource.js';
import { readFiles } from '../../src/sources/files/read-files.js';
import { run } from '../explain/support/run.js';
import { bugReport, clusterInfo, type Files } from './support/dumps.js';
import { fails } from './support/fails.js';
import { readText } from './support/text.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const EXAMPLE = 'examples/mesh';
const ASK = ['explain', 'deploy/checkout.shop', '-o', 'json'];

describe('sources: what other tools wrote of a cluster', () => {
  const root = temporaryFolder('test');
  let mesh: readonly Resource[];
  let namespaces: string[];
  let right: ExplanationList;

  before(async () => {
    mesh = (await readFiles([EXAMPLE])).snapshot.resources;
    namespaces = mesh.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
    right = JSON.parse((await run(...ASK, '-f', EXAMPLE)).stdout) as ExplanationList;
  });

  function directory(files: Files): string {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root(), 'dump', name)), { recursive: true });
      writeFileSync(join(root(), 'dump', name), content);
    }
    return join(root(), 'dump');
  }

  function archive(files: Files): string {
    const entries = Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }));
    writeFileSync(join(root(), 'dump.tar.gz'), tarGz(entries));
    return join(root(), 'dump.tar.gz');
  }

  const gapsOf = async (...paths: string[]) => (await readFiles(paths)).snapshot.gaps;
  const verdicts = ({ items }: ExplanationList) => items.map(({ host, verdict }) => [host, verdict]);

  for (const [form, write] of [
    ['directory', directory],
    ['archive', archive],
  ] as const) {
    it(`a bug report as ${form} answers as the mesh does`, async () => {
      const path = write(bugReport(mesh));
      const { stdout, stderr } = await run(...ASK, '-f', path);
      expect(verdicts(JSON.parse(stdout) as ExplanationList), stderr).to.deep.equal(verdicts(right));
      expect(await gapsOf(path)).to.deep.equal([]);
    });

    it(`a cluster-info dump as ${form} names what it does not hold, and determines nothing that hangs on it`, async () => {
      const path = write(clusterInfo(mesh, [...namespaces, 'kube-node-lease']));
      const { stdout, stderr } = await run(...ASK, '-f', path);
      expect(stderr).to.include(
        'gap: could not list serviceentries.networking.istio.io: kubectl cluster-info dump wrote none',
      );
      const answer = JSON.parse(stdout) as ExplanationList;
      expect(answer.items.length).to.be.greaterThan(3);
      for (const { host, verdict } of answer.items) expect(verdict, host).to.equal('undetermined');
      const missing = (await gapsOf(path)).map(({ kind }) => kind);
      expect(missing).to.include.members(['Namespace', 'ConfigMap', 'EndpointSlice', 'Sidecar', 'HTTPRoute']);
      expect(missing).to.not.include.members(['Node', 'Service', 'Pod', 'Deployment', 'ReplicaSet']);
    });
  }

  it('a cluster-info dump in YAML holds the same as in JSON', async () => {
    const [json, yaml] = (['json', 'yaml'] as const).map((format) => clusterInfo(mesh, namespaces, format));
    const read = async (files: Files) => {
      const { resources, gaps } = (await readFiles([directory(files)])).snapshot;
      rmSync(join(root(), 'dump'), { recursive: true });
      return { resources, gaps };
    };
    expect(await read(yaml!)).to.deep.equal(await read(json!));
  });

  it('a cluster-info dump of some namespaces says of which', async () => {
    const gaps = await gapsOf(directory(clusterInfo(mesh, ['shop', 'kube-system'])));
    expect(gaps.find(({ kind }) => kind === 'Service')).to.deep.include({
      readNamespaces: ['kube-system', 'shop'],
      message: 'kubectl cluster-info dump wrote those of some namespaces only',
    });
  });

  it('a bug report of some namespaces says of which', async () => {
    const gaps = await gapsOf(directory(bugReport(mesh, ['shop', 'istio-system'])));
    for (const kind of ['Service', 'ServiceEntry', 'Sidecar', 'Pod'])
      expect(gaps.find((gap) => gap.kind === kind)?.readNamespaces, kind).to.have.members(['shop', 'istio-system']);
    expect(gaps.map(({ kind }) => kind)).to.not.include('Node');
  });

  it('a bug report without custom resources lacks them, unless another file has them', async () => {
    const { 'bug-report/cluster/crs': crs, ...files } = bugReport(mesh);
    const path = directory(files);
    expect((await gapsOf(path)).map(({ kind }) => kind)).to.include.members(['ServiceEntry', 'Sidecar', 'TLSRoute']);
    const other = join(root(), 'other.yaml');
    writeFileSync(other, crs!);
    expect((await gapsOf(path, other)).map(({ kind }) => kind)).to.not.include.members(['ServiceEntry', 'Sidecar']);
  });

  it('a bug report without its cluster dump lacks everything else', async () => {
    const files = bugReport(mesh);
    const pods = mesh.filter(({ kind, metadata }) => kind === 'Pod' && metadata.namespace === 'istio-system');
    const path = directory({
      'bug-report/cluster/pods': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: pods }),
      'bug-report/versions': files['bug-report/versions']!,
    });
    const gaps = await gapsOf(path);
    expect(gaps.map(({ kind }) => kind)).to.include.members(['Service', 'ServiceEntry', 'ConfigMap']);
    expect(gaps.find(({ kind }) => kind === 'Pod')?.readNamespaces).to.deep.equal(['istio-system']);
  });

  it('an archive of manifests is read like their directory', async () => {
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
    const path = archive({ 'a/b.yaml': namespace, 'a/.git/c.yaml': '{ broken', 'README.md': '# no\n' });
    const { snapshot, locate } = await readFiles([path]);
    expect(snapshot.resources.map(({ metadata }) => metadata.name)).to.deep.equal(['shop']);
    expect(snapshot.gaps).to.deep.equal([]);
    expect(locate({ kind: 'Namespace', namespace: '', name: 'shop', path: 'metadata.name' })).to.deep.equal({
      file: `${path}/a/b.yaml`,
      line: 3,
    });
    await fails(
      readFiles([archive({ 'README.md': '# no\n' })]),
      `${path}: the archive holds no .json, .yaml, .yml, .jsonl or .gz file.`,
    );
  });

  it('a cluster-info dump on standard output is refused, and told how to take it', async () => {
    const text = '{"kind":"PodList"}\n==== START logs for container a of pod b/c ====\nhello\n';
    await fails(
      readText(text),
      'standard input:2: not JSON at "==== START l": value expected (document 2).',
      'Take the dump with `kubectl cluster-info dump --all-namespaces --output-directory=DIR`, and pass the directory.',
    );
  });
});
