import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareFile, differenceText } from '../../scripts/conformance/compare-file.js';

const FOLDER = import.meta.dirname;

/** What each file holds, so that nothing can be left out or lost unseen: meshes, and proxies that are compared. */
const EXPECTED: Readonly<Record<string, readonly [meshes: number, proxies: number]>> = {
  ambient: [100, 800],
  'canonical-labels': [27, 257],
  cases: [118, 235],
  'cases-areas': [6, 11],
  default: [58, 536],
  'envoy-filters': [48, 192],
  'filter-gateway': [20, 166],
  'found-by-fuzzing': [85, 158],
  'found-by-fuzzing-sidecars': [13, 83],
  gatewayapi: [100, 705],
  ingress: [40, 100],
  'headless-eds': [19, 185],
  'istiod-pages': [16, 160],
  'multi-custom-1.30': [22, 178],
  multicluster: [100, 1477],
  'pick-best-off-1.30': [24, 205],
  'rare-1.24': [31, 298],
  'rare-1.30': [45, 420],
  'rare-1.31': [38, 379],
  rare: [62, 589],
  'rule-merge-off': [26, 252],
  'scope-gateway-ns': [19, 168],
  'select-we-off': [19, 188],
  settings: [40, 236],
  ties: [26, 222],
  unhealthy: [20, 175],
  'unified-off-1.26': [17, 165],
  'unified-off': [21, 192],
  'v1.24.6': [24, 214],
  'v1.25.5': [24, 198],
  'v1.26.8': [24, 215],
  'v1.27.9': [23, 207],
  'v1.29.6': [27, 256],
  'v1.30.3': [29, 271],
  'v1.31.0-rc.0': [29, 260],
};

describe('conformance with recorded answers of istiod', () => {
  it('has a count for every file', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'));
    expect(files.map((name) => name.replace('.jsonl.gz', ''))).to.have.members(Object.keys(EXPECTED));
  });

  for (const [name, [meshes, proxies]] of Object.entries(EXPECTED)) {
    it(`${name}: ${meshes} meshes, ${proxies} proxies`, async function () {
      this.timeout(60_000);
      const result = await compareFile(join(FOLDER, `${name}.jsonl.gz`));
      const { differences } = result;
      const first = differences.slice(0, 5).map(differenceText).join('\n');
      expect(differences, `${differences.length} differences, of which the first are\n${first}\n`).to.have.length(0);
      expect({ meshes: result.meshes, proxies: result.proxies }).to.deep.equal({ meshes, proxies });
    });
  }
});
