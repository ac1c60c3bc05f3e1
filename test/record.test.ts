import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { RECORDING, recording } from '../scripts/record/recording.js';

const README = await readFile(new URL('../README.md', import.meta.url), 'utf8');

describe('the recording of the view', function () {
  this.timeout(120_000);

  it('is what the view shows now (npm run record)', async () => {
    expect(await recording()).to.equal(await readFile(RECORDING, 'utf8'));
  });

  it('is in the README', () => {
    expect(README).to.include('](docs/view.svg)');
  });
});
