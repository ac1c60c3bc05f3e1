import { captureOutput } from '@oclif/test';
import { expect } from 'chai';
import { main } from '../../src/cli/run.js';

const run = async (...argv: string[]) => captureOutput(() => main(argv));

describe('version', () => {
  it('tells the istiods of files', async () => {
    const { result, stdout } = await run('version', '-f', 'examples/mesh');
    expect(result).to.equal(0);
    expect(stdout).to.match(
      /^Client Version: v\S+\nIstiod Version: 1\.28\.2 \(revision default; image of Deployment istio-system\/istiod\)\n$/,
    );
  });

  it('gives them as JSON', async () => {
    const { stdout } = await run('version', '-f', 'examples/mesh', '-o', 'json');
    expect(JSON.parse(stdout)).to.deep.include({
      kind: 'Version',
      istiodVersions: [{ version: '1.28.2', revision: 'default', source: 'image of Deployment istio-system/istiod' }],
    });
  });

  it('asks nobody with --client', async () => {
    const { result, stdout } = await run('version', '--client', '-f', 'no-such-file');
    expect(result).to.equal(0);
    expect(stdout).to.match(/^Client Version: v\S+\n$/);
  });

  it('prints its own version even when the mesh cannot be read', async () => {
    const { result, stdout, stderr } = await run('version', '-f', 'no-such-file');
    expect(result).to.equal(3);
    expect(stdout).to.match(/^Client Version: v\S+\n$/);
    expect(stderr).to.match(/^error: .*no-such-file/);
  });
});
