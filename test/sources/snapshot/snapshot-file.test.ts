import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../../../src/cli/run.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const EXAMPLE = fileURLToPath(new URL('../../../examples/mesh', import.meta.url));
/** Written by the first version that had snapshots. It is never written again: old files stay readable. */
const FIRST_FORMAT = fileURLToPath(new URL('../fixtures/snapshot-1.json', import.meta.url));

const CLUSTERS = fileURLToPath(new URL('../../conformance/multicluster.jsonl.gz', import.meta.url));

interface List {
  items: unknown[];
}

const run = async (...argv: string[]) => captureOutput<number>(() => main(argv));
const QUESTIONS = [
  ['registry'],
  ['explain', 'deploy/checkout.shop'],
  ['explain', 'deploy/checkout.shop', 'ledger.payments:9000'],
  ['explain', 'deploy/checkout.shop', 'tax.example.com'],
  ['clusters', 'deploy/checkout.shop'],
];

/** The same answer, but for where it was read. */
function answer(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => (['ground', 'file', 'line'].includes(key) ? undefined : value));
}

describe('snapshot', function () {
  this.timeout(60_000);
  const directory = temporaryFolder();

  for (const name of ['mesh.json', 'mesh.json.gz']) {
    it(`answers as the mesh it was taken of: ${name}`, async () => {
      const file = join(directory(), name);
      expect((await run('snapshot', '-f', EXAMPLE, '-o', file)).result).to.equal(0);
      for (const question of QUESTIONS) {
        const before = await run(...question, '-f', EXAMPLE, '-o', 'json');
        const after = await run(...question, '-f', file, '-o', 'json');
        expect(after.result, question.join(' ')).to.equal(before.result);
        expect(answer(after.stdout)).to.deep.equal(answer(before.stdout));
        expect(after.stderr).to.match(/^note: .*is a snapshot, taken of /);
      }
    });
  }

  it('keeps the Kubernetes clusters of a mesh apart', async () => {
    const [, recorded] = gunzipSync(readFileSync(CLUSTERS)).toString().split('\n', 2);
    const mesh = join(directory(), 'clusters.jsonl');
    writeFileSync(mesh, recorded!);
    for (const flags of [[], ['--anonymize']]) {
      const file = join(directory(), 'clusters.json');
      expect((await run('snapshot', '-f', mesh, '-o', file, ...flags)).result).to.equal(0);
      const before = await run('registry', '-f', mesh, '-o', 'json');
      const after = await run('registry', '-f', file, '-o', 'json');
      if (flags.length === 0) expect(answer(after.stdout)).to.deep.equal(answer(before.stdout));
      else expect((answer(after.stdout) as List).items).to.have.length((answer(before.stdout) as List).items.length);
    }
  });

  it('keeps what the clusters are called, and their gaps', async () => {
    const clusters = ['east', 'west'].flatMap((name) => ['-f', `${name}=examples/multicluster/${name}`]);
    const file = join(directory(), 'named.json');
    expect((await run('snapshot', ...clusters, '-o', file)).result).to.equal(0);
    for (const question of [
      ['explain', 'stock-0.shop@west', 'stock'],
      ['explain', 'web-0.shop@east', 'stock'],
      ['clusters', 'web-0.shop@east'],
      ['registry'],
    ]) {
      const before = await run(...question, ...clusters, '-o', 'json');
      const after = await run(...question, '-f', file, '-o', 'json');
      expect(after.result, question.join(' ')).to.equal(before.result);
      expect(answer(after.stdout)).to.deep.equal(answer(before.stdout));
    }
  });

  it('reads the first format', async () => {
    for (const question of QUESTIONS) {
      const before = await run(...question, '-f', EXAMPLE, '-o', 'json');
      const after = await run(...question, '-f', FIRST_FORMAT, '-o', 'json');
      expect(after.result, question.join(' ')).to.equal(before.result);
      expect(after.stdout).to.not.equal('');
    }
  });

  it('takes a snapshot of a snapshot', async () => {
    const [first, second] = [join(directory(), 'first.json'), join(directory(), 'second.json')];
    await run('snapshot', '-f', EXAMPLE, '-o', first);
    await run('snapshot', '-f', first, '-o', second);
    expect(readFileSync(second, 'utf8')).to.equal(readFileSync(first, 'utf8'));
  });

  it('lets YAML of another -f stand over it', async () => {
    const change = join(directory(), 'change.yaml');
    writeFileSync(change, 'apiVersion: v1\nkind: Namespace\nmetadata: { name: added }\n');
    const { result } = await run('explain', 'added/x', 'ledger.payments', '-f', FIRST_FORMAT, '-f', change);
    expect(result).to.be.oneOf([0, 1]);
  });

  const text = () => readFileSync(FIRST_FORMAT, 'utf8');
  const DAMAGE: Record<string, [make: () => string | Buffer, message: RegExp]> = {
    'a newer format': [
      () => text().replace('"formatVersion":1', '"formatVersion":2'),
      /a snapshot of format 2, written by version .*; this program reads formats up to 1/,
    ],
    'a changed object': [() => text().replace('"shop"', '"shoq"'), /was changed after it was written/],
    'a cut file': [() => text().slice(0, -500), /the JSON ends too early/],
    'missing parts': [
      () => '{"kind":"MeshSnapshot","apiVersion":"mesh-registry/v1alpha1","formatVersion":1}',
      /not a whole snapshot/,
    ],
    'no version': [() => '{"kind":"MeshSnapshot"}', /not a whole snapshot/],
  };
  for (const [what, [make, message]] of Object.entries(DAMAGE)) {
    it(`refuses ${what}`, async () => {
      const file = join(directory(), 'damaged.json');
      writeFileSync(file, make());
      const { result, stdout, stderr } = await run('registry', '-f', file);
      expect(result).to.equal(3);
      expect(stdout).to.equal('');
      expect(stderr).to.match(message);
    });
  }

  it('refuses a cut archive', async () => {
    const file = join(directory(), 'cut.json.gz');
    await run('snapshot', '-f', EXAMPLE, '-o', file);
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    const { result, stderr } = await run('registry', '-f', file);
    expect(result).to.equal(3);
    expect(stderr).to.include('damaged gzip data');
  });

  it('refuses an object that nests without end', async () => {
    const file = join(directory(), 'deep.json');
    const nested = (open: string, inner: string, close: string): string =>
      open.repeat(20_000) + inner + close.repeat(20_000);
    for (const deep of [nested('[', '', ']'), nested('{"a":', '1', '}')]) {
      writeFileSync(
        file,
        `{"apiVersion":"networking.istio.io/v1","kind":"Sidecar","metadata":{"name":"a","namespace":"b"},"spec":{"x":${deep}}}`,
      );
      for (const flags of [[], ['--anonymize']]) {
        const { result, stdout, stderr } = await run('snapshot', '-f', file, ...flags);
        expect({ result, stdout }, stderr).to.deep.equal({ result: 3, stdout: '' });
        expect(stderr).to.include('Sidecar b/a cannot be written: it is nested more deeply than any object');
      }
    }
  });

  it('says where it cannot write', async () => {
    const { result, stderr } = await run('snapshot', '-f', EXAMPLE, '-o', join(directory(), 'no', 'such', 'mesh.json'));
    expect(result).to.equal(3);
    expect(stderr).to.include('cannot be written');
  });
});
