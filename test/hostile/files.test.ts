import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../../src/cli/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ESCAPE = '\u001b[2J\u001b]0;owned\u0007\u009b31m';
const BIDI = '\u202egnp.exe\u2066';
/** Whatever moves a cursor, rings, hides or turns text around; line breaks alone are fine. */
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { containers: [{ name: 'istio-proxy', args: ['proxy', 'sidecar'] }] },
};
const entry = (hosts: unknown, metadata: object = {}): object => ({
  apiVersion: 'networking.istio.io/v1',
  kind: 'ServiceEntry',
  metadata: { name: 'entry', namespace: 'shop', ...metadata },
  spec: { hosts, ports: [{ number: 80, name: 'http' }], resolution: 'DNS' },
});
const json = (...items: unknown[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [POD, ...items] });
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

const keys = (count: number, line: (n: string) => string): string =>
  Array.from({ length: count }, (_, n) => line(String(n))).join('');

/** Hostile text of a file, by what it is. */
const FILES: Record<string, () => string> = {
  'terminal escapes in names, labels, annotations and hosts': () =>
    json(
      entry([`a${ESCAPE}.example.com`], {
        name: ESCAPE,
        labels: { [ESCAPE]: ESCAPE },
        annotations: { [ESCAPE]: ESCAPE },
      }),
    ),
  'bidi controls': () => json(entry([`${BIDI}.example.com`], { name: BIDI })),
  'line breaks in names': () => json(entry(['a\nb.example.com\r'], { name: 'first\nsecond' })),
  'strings of a megabyte': () => json(entry(['x'.repeat(1e6)], { name: 'y'.repeat(1e6) })),
  'names of JavaScript': () =>
    `${json(entry(['__proto__', 'constructor', 'toString'], { name: '__proto__' })).slice(0, -1)},"__proto__":{"polluted":1}}`,
  'deep nesting of JSON': () => json(entry(['a.example.com'])).replace('"DNS"', nested(20_000, '[', ']')),
  'deep nesting of YAML': () => `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: ${nested(2000, '[', ']')}\n`,
  'a bomb of aliases': () =>
    ['a: &a [x, x, x, x, x, x, x, x, x, x]']
      .concat(
        'bcdefghi'.split('').map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]!}, `.repeat(10).slice(0, -2)}]`),
      )
      .join('\n'),
  'regular expressions that never end': () => json(entry(['(((((a+)+)+)+)+)$.example.com', `${'a'.repeat(5000)}!`])),
  'nothing but braces': () => '{'.repeat(10_000),
  'nulls everywhere': () => json(entry([null], { labels: null, annotations: null }), { ...entry(null), spec: null }),
};

/** Hostile by the cost of reading, whatever is asked afterwards. */
const LARGE: Record<string, () => string> = {
  'deep nesting of YAML by dashes': () => `- ${'- '.repeat(5000)}a\n`,
  'deep nesting of YAML by keys of keys': () => `${'? '.repeat(5000)}a\n`,
  'deep nesting of YAML by indentation': () =>
    Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  'very many keys': () =>
    `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n  labels:\n${keys(50_000, (n) => `    k${n}: v\n`)}`,
  'very many aliases': () => `kind: &a b\n${keys(20_000, (n) => `k${n}: &a${n} b\nl${n}: *a${n}\n`)}`,
  'very many blank lines': () => `${'\n'.repeat(5e6)}${JSON.stringify(POD)}`,
  'strings of ten megabytes in JSON documents': () =>
    `${json(entry(['a.example.com']))}\n${json(entry(['x'.repeat(1e7)], { annotations: { a: '"'.repeat(1e7) } }))}`,
  'many documents': () =>
    `${JSON.stringify(POD)}\n---\n${'---\n{"apiVersion":"v1","kind":"Event","metadata":{"name":"e"}}\n'.repeat(5000)}`,
};

const OUTPUTS = ['text', 'wide', 'json', 'yaml', 'name'];
const QUESTIONS = [['registry'], ['explain', 'web.shop'], ['explain', 'web.shop', `a${ESCAPE}.example.com`]];

describe('hostile files', function () {
  this.timeout(120_000);
  const directory = temporaryFolder();

  async function expectClean(text: string, questions: string[][], outputs: string[]): Promise<void> {
    const file = join(directory(), 'hostile.yaml');
    writeFileSync(file, text);
    for (const output of outputs) {
      for (const argv of questions) {
        const start = performance.now();
        const { result, stdout, stderr } = await captureOutput(() => main([...argv, '-f', file, '-o', output]));
        expect(result, stderr).to.be.oneOf([0, 1, 2, 3]);
        expect(stderr).to.not.include('internal error');
        expect(RAW.exec(stdout + stderr)?.index, JSON.stringify(stdout + stderr).slice(0, 2000)).to.equal(undefined);
        expect(performance.now() - start).to.be.lessThan(20_000);
      }
    }
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
  }

  for (const [what, text] of Object.entries(FILES)) {
    it(`${what}: bounded, clean, an exit code`, () => expectClean(text(), QUESTIONS, OUTPUTS));
  }
  for (const [what, text] of Object.entries(LARGE)) {
    it(`${what}: bounded, clean, an exit code`, () => expectClean(text(), [['registry']], ['text']));
  }

  it('escaped data is the same data', async () => {
    const file = join(directory(), 'escapes.json');
    const host = `a${ESCAPE}${BIDI}.example.com`;
    writeFileSync(file, json(entry([host])));
    const { stdout } = await captureOutput(() => main(['registry', '-f', file, '-o', 'json']));
    expect((JSON.parse(stdout) as { items: { hostname: string }[] }).items[0]!.hostname).to.equal(host);
  });
});
