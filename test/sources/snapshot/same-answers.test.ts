import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { compareAnswers } from './same-answers.js';

const MESHES_EACH = 2;
const FILES = readdirSync(fileURLToPath(new URL('../../conformance/', import.meta.url))).filter(
  // Snapshots hold one Kubernetes cluster.
  (name) => name.endsWith('.jsonl.gz') && name !== 'multicluster.jsonl.gz',
);

describe('a snapshot, redacted and anonymized', function () {
  this.timeout(60_000);
  for (const file of FILES) {
    it(`answers as the mesh it was taken of: ${file}`, async () => {
      const { proxies, redacted, anonymized } = await compareAnswers(file, MESHES_EACH);
      expect(proxies).to.be.greaterThan(0);
      expect(redacted, 'redacted').to.deep.equal([]);
      expect(anonymized, 'anonymized').to.deep.equal([]);
    });
  }
});
