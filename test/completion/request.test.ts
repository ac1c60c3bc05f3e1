import { expect } from 'chai';
import { loadConfig } from '../../src/cli/config.js';
import { completionRequest } from '../../src/cli/completion/request.js';

const { commands } = await loadConfig();

/** `kind`, what it is of, and the word that is completed. */
function asked(...words: string[]): string {
  const request = completionRequest(words, commands);
  return [request.kind, 'of' in request ? request.of : '', request.word].join(' ').replace(/ +/g, ' ').trim();
}

describe('completionRequest', () => {
  const cases: [words: string[], expected: string][] = [
    [[], 'commands'],
    [['ex'], 'commands ex'],
    [['help', ''], 'commands'],
    [['nonsense', ''], 'nothing'],
    [['explain', ''], 'argument workload'],
    [['explain', 'web', 'api.'], 'argument host api.'],
    [['explain', 'web', 'api.example.com', ''], 'nothing'],
    [['explain', '-n', 'sh'], 'value namespace sh'],
    [['explain', '-n', 'shop', ''], 'argument workload'],
    [['explain', '--namespace=shop', ''], 'argument workload'],
    [['explain', '--namespace=sh'], 'value namespace sh'],
    [['explain', '-n=sh'], 'value namespace sh'],
    [['explain', '--fix', ''], 'argument workload'],
    [['explain', '-f', ''], 'value filename'],
    [['explain', '-f', 'mesh', 'web', ''], 'argument host'],
    [['explain', '-o', ''], 'value output'],
    [['explain', '--'], 'flags --'],
    [['explain', '--', '-w'], 'argument workload -w'],
    [['explain', '--no-such-flag=x'], 'nothing --no-such-flag=x'],
    [['registry', ''], 'argument host'],
    [['version', ''], 'nothing'],
  ];
  for (const [words, expected] of cases) {
    it(`${JSON.stringify(words)} asks for ${expected}`, () => {
      expect(asked(...words)).to.equal(expected);
    });
  }

  it('keeps the values of flags that decide where names are read', () => {
    const { flags } = completionRequest(['explain', '-f', 'a', '--filename=b', '--context', 'c', ''], commands);
    expect([...flags]).to.deep.equal([
      ['filename', ['a', 'b']],
      ['context', ['c']],
    ]);
  });
});
