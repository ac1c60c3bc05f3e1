import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { loadConfig } from '../../src/cli/config.js';
import { main } from '../../src/cli/run.js';

const { commands } = await loadConfig();
const help = async (...argv: string[]) => (await captureOutput(() => main(argv))).stdout;

describe('help', () => {
  for (const { id } of commands) {
    it(`of ${id} has kubectl's sections in kubectl's order, and an example for each`, async () => {
      const text = await help(id, '--help');
      const titles = [...text.matchAll(/^(\S[^\n:]*):$/gm)].map(([, title]) => title);
      expect(titles.filter((title) => title !== 'Arguments')).to.deep.equal(['Examples', 'Options', 'Usage']);
      expect(text).to.match(/^ {2}# \S.*\n {2}kubectl mesh-registry /m);
      expect(text).to.match(new RegExp(`^Usage:\n {2}kubectl mesh-registry ${id}( [[A-Z\\]]+)* \\[flags\\]$`, 'm'));
    });

    it(`of ${id} shows no trace of the library below`, async () => {
      expect(await help(id, '--help')).to.not.match(/oclif|<%|\[default:|^ +\$ |^[A-Z ]+$/m);
    });

    it(`of ${id} says what every flag and argument is for`, () => {
      const command = commands.find((one) => one.id === id)!;
      for (const flag of Object.values(command.flags))
        expect(flag.summary ?? flag.description, flag.name).to.match(/\.$/);
      for (const arg of Object.values(command.args)) expect(arg.description, arg.name).to.match(/\.$/);
    });
  }

  it('lists every command that is not hidden', async () => {
    const text = await help();
    for (const { id, summary = '' } of commands.filter(({ hidden }) => !hidden)) {
      expect(text).to.match(new RegExp(`^ {2}${id} +${summary.slice(0, 10)}`, 'm'));
    }
  });
});
