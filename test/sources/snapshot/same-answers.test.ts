import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { compareFile } from '../../../scripts/redaction/compare-mesh.js';

const FOLDER = fileURLToPath(new URL('../../conformance/', import.meta.url));

/** Of each file; `npm run redaction` takes all. Those found by chance are each of their own kind. */
const MESHES_EACH = 2;
const WHOLE = /^(found-by-fuzzing|ingress)/;

describe('a snapshot, redacted and anonymized', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'))) {
    it(`answers as the mesh it was taken of, and holds none of its names: ${file}`, async () => {
      const { meshes, proxies, redacted, anonymized, left } = await compareFile(
        FOLDER + file,
        WHOLE.test(file) ? undefined : MESHES_EACH,
      );
      expect(meshes).to.be.at.least(MESHES_EACH);
      expect(proxies).to.be.greaterThan(0);
      expect(redacted, 'redacted').to.deep.equal([]);
      expect(anonymized, 'anonymized').to.deep.equal([]);
      expect(left, 'left').to.deep.equal([]);
    });
  }
});
