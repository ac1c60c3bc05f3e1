import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ARCHIVE, cleanEnv, kubectlProgram, MESH, run, temporaryFolder, unpack } from './release.js';

describe('kubectl __complete', () => {
  const folder = temporaryFolder();
  let env: NodeJS.ProcessEnv;
  let kubectl: string;

  before(async () => {
    kubectl = await kubectlProgram();
    mkdirSync(join(folder(), 'bin'));
    unpack(ARCHIVE, join(folder(), 'bin'));
    env = cleanEnv(folder(), join(folder(), 'bin'));
  });

  function complete(...words: string[]): string[] {
    const { status, stdout, stderr } = run(kubectl, ['__complete', 'mesh-registry', ...words], env);
    expect(status, stderr).to.equal(0);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]!);
  }

  const cases: [words: string[], expected: string[]][] = [
    [['expl'], ['explain', ':4']],
    [['explain', '--context-'], [':4']],
    [
      ['explain', '--cont'],
      ['--context', ':4'],
    ],
    [
      ['explain', '-o', ''],
      ['text', 'wide', 'json', 'yaml', 'name', ':4'],
    ],
    [
      ['explain', '-f', MESH, '-n', 'pay'],
      ['payments', ':4'],
    ],
    [
      ['explain', '-f', MESH, '-n', 'payments', 'deploy'],
      ['deployment/ledger', ':4'],
    ],
    [
      ['explain', '-f', MESH, 'deployment/checkout.shop', 'ledger'],
      ['ledger.payments.svc.cluster.local', ':4'],
    ],
    [
      ['registry', '-f', MESH, 'tax'],
      ['tax.example.com', ':4'],
    ],
    [['explain', '-f', ''], [':0']],
  ];
  for (const [words, expected] of cases) {
    it(words.map((word) => (word === MESH ? 'examples/mesh' : JSON.stringify(word))).join(' '), () => {
      expect(complete(...words)).to.deep.equal(expected);
    });
  }
});
