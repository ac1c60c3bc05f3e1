import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commandPages } from '../scripts/docs/pages.js';

const FOLDER = new URL('../docs/commands/', import.meta.url);

describe('docs/commands', () => {
  it('is what npm run docs writes', async () => {
    const pages = await commandPages();
    expect(readdirSync(FOLDER)).to.have.members([...pages.keys()]);
    for (const [name, text] of pages) expect(readFileSync(new URL(name, FOLDER), 'utf8'), name).to.equal(text);
  });
});
