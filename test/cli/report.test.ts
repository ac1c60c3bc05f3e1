import { expect } from 'chai';
import { loadConfig } from '../../src/cli/config.js';
import { CannotTellError, UsageError } from '../../src/cli/errors.js';
import { reportError } from '../../src/cli/report.js';

describe('reportError', () => {
  it('gives what is wrong, what to try and the exit code of an error that the user can act on', () => {
    expect(reportError(new UsageError('no such pod', 'try -n shop'), 'tool')).to.deep.equal({
      exit: 2,
      lines: ['error: no such pod', 'try -n shop'],
    });
    expect(reportError(new CannotTellError('forbidden'), 'tool')).to.deep.equal({
      exit: 3,
      lines: ['error: forbidden'],
    });
  });

  it('shows no stack trace of a bug', () => {
    const { exit, lines } = reportError(new TypeError('x is undefined'), 'tool');
    expect(exit).to.equal(3);
    expect(lines).to.have.length(2);
    expect(lines[0]).to.equal('error: internal error: x is undefined');
  });
});

describe('loadConfig', () => {
  it('ignores the manifest when run from source', async () => {
    const config = await loadConfig();
    expect(config.getPluginsList().map((plugin) => plugin.hasManifest)).to.deep.equal([false]);
  });
});
