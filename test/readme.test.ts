import { readFile } from 'node:fs/promises';
import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../src/cli/run.js';

const README = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const CI = await readFile(new URL('../.ci/run', import.meta.url), 'utf8');

/** Console blocks: `$ kubectl mesh-registry …` and what it prints; `…` stands for the rest. */
const BLOCKS = [...README.matchAll(/```console\n\$ kubectl mesh-registry (.*)\n([\s\S]*?)```/g)];

describe('README', () => {
  it('shows output', () => expect(BLOCKS).to.not.be.empty);

  for (const [, command = '', shown = ''] of BLOCKS) {
    it(`shows what ${command} prints`, async () => {
      const { stdout } = await captureOutput(() => main(command.split(' ')));
      const cut = shown.indexOf('…\n');
      if (cut >= 0) expect(stdout.startsWith(shown.slice(0, cut).trimEnd())).to.equal(true, stdout);
      else expect(stdout.trimEnd()).to.equal(shown.trimEnd());
    });
  }

  it('gives the test command that CI runs', () => {
    const command = 'npm ci && npm test';
    expect(README).to.include(`\n${command}\n`);
    expect(CI.trimEnd().split('\n').at(-1)).to.equal(command);
  });
});
