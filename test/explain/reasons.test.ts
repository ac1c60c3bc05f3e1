import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { STAGES } from '../../src/model/stage.js';
import { REASONS, type ReasonCode } from '../../src/model/reasons.js';
import { UNDETERMINED, type UndeterminedCode } from '../../src/model/undetermined.js';
import { reasonText } from '../../src/explain/reason-text.js';
import { EXAMPLES, exampleAnswer, reasonsIn } from '../../scripts/reasons-doc/example.js';
import { readExamples, reasonsDoc } from '../../scripts/reasons-doc.js';

describe('reasons', () => {
  const folders = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  );
  const codes = [...Object.keys(REASONS), ...Object.keys(UNDETERMINED)];

  it('have a mesh each, and no mesh is left over', () => {
    expect(folders.sort()).to.deep.equal([...new Set(codes)].sort());
    expect(new Set(codes).size).to.equal(codes.length);
  });

  it('belong to a stage', () => {
    for (const { stage } of Object.values(REASONS)) expect(STAGES).to.include(stage);
  });

  for (const code of Object.keys(REASONS) as ReasonCode[]) {
    it(`${code} is reached, with every value that its text names`, async () => {
      const found = reasonsIn(await exampleAnswer(code)).filter((reason) => reason.code === code);
      expect(found).to.not.be.empty;
      for (const reason of found) {
        for (const [, name] of REASONS[code].text.matchAll(/\{(\w+)\}/g)) expect(reason.args).to.have.property(name!);
        expect(reasonText(reason)).to.not.match(/\?|undefined|\{/);
      }
    });
  }

  for (const code of Object.keys(UNDETERMINED) as UndeterminedCode[]) {
    it(`${code} is reached, and says what decides`, async () => {
      const { undetermined } = await exampleAnswer(code);
      const found = undetermined.filter((point) => point.code === code);
      expect(found).to.not.be.empty;
      for (const { because } of found) expect(because).to.not.match(/undefined/);
    });
  }

  it('are documented: docs/reasons.md is what `npm run docs:reasons` writes', async () => {
    expect(readFileSync('docs/reasons.md', 'utf8')).to.equal(reasonsDoc(await readExamples()));
  }).timeout(60_000);
});
