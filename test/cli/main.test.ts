import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../../src/cli/run.js';

const run = async (...argv: string[]) => captureOutput(() => main(argv));

describe('main', () => {
  it('prints help without arguments', async () => {
    const { result, stdout, stderr } = await run();
    expect(result).to.equal(0);
    expect(stdout)
      .to.match(/^Usage:\n {2}kubectl mesh-registry COMMAND \[flags\]$/m)
      .and.match(/^ {2}version {2}/m);
    expect(stderr).to.equal('');
  });

  for (const argv of [
    ['version', '--help'],
    ['version', '-h'],
    ['help', 'version'],
    ['--help', 'version'],
  ]) {
    it(`prints a command's help for: ${argv.join(' ')}`, async () => {
      const { result, stdout } = await run(...argv);
      expect(result).to.equal(0);
      expect(stdout)
        .to.match(/^Usage:\n {2}kubectl mesh-registry version \[flags\]$/m)
        .and.include('-o, --output');
    });
  }

  it('prints the version', async () => {
    const { result, stdout } = await run('version');
    expect(result).to.equal(0);
    expect(stdout).to.match(/^Client Version: v\d+\.\d+\.\d+\n$/);
  });

  it('names the command that was meant', async () => {
    const { result, stderr } = await run('explan');
    expect(result).to.equal(2);
    expect(stderr).to.include("Did you mean 'kubectl mesh-registry explain'?");
  });

  it('prints the version as JSON', async () => {
    const { result, stdout } = await run('version', '-o', 'json');
    expect(result).to.equal(0);
    expect(JSON.parse(stdout)).to.have.nested.property('clientVersion.version');
    expect(JSON.parse(stdout))
      .to.have.nested.property('clientVersion.platform')
      .that.match(/^(linux|darwin|windows)\/(amd64|arm64)$/);
  });

  const wrong: [argv: string[], message: string][] = [
    [['explode'], 'unknown command "explode" for "kubectl mesh-registry"'],
    [['help', 'explode'], 'unknown command "explode" for "kubectl mesh-registry"'],
    [['-o', 'json', 'version'], 'flag -o before the command: flags go after it'],
    [['version', '--explode'], 'unknown flag: --explode'],
    [['version', 'explode'], 'unexpected argument: explode'],
    [['version', '-o', 'xml'], 'expected --output=xml to be one of: text, json, yaml'],
    [['version', '-o'], 'flag --output expects one of these values: text, json, yaml'],
  ];
  for (const [argv, message] of wrong) {
    it(`exits 2 with one line and a hint for: ${argv.join(' ')}`, async () => {
      const { result, stdout, stderr } = await run(...argv);
      expect(result).to.equal(2);
      expect(stdout).to.equal('');
      expect(stderr.split('\n')).to.have.length(3);
      expect(stderr.split('\n')[0]).to.equal(`error: ${message}`);
      expect(stderr.split('\n')[1]).to.match(/'kubectl mesh-registry( version)? --help'/);
    });
  }
});
