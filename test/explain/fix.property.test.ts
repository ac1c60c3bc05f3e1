import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { readMeshes } from '../../scripts/conformance/recorded.js';
import { ProxyExplainer } from '../../src/explain/explain.js';
import { proxyKey } from '../../src/model/proxy.js';
import type { Resource } from '../../src/model/resource.js';
import { engineOn, fixed, merged } from './support/patch.js';

const FOLDER = 'test/conformance';
const EVERY_MESH = 8;
const EVERY_HOST = 3;

describe('fixes', () => {
  it('work', async function () {
    let pairs = 0;
    let fixes = 0;
    const failures: string[] = [];
    for await (const { name, resources } of sample()) {
      const mesh = await engineOn(name, resources);
      for (const proxy of mesh.proxies) {
        const explainer = new ProxyExplainer(mesh, proxy);
        const hosts = explainer.hosts.filter((_, i) => (i + pairs) % EVERY_HOST === 0);
        for (const host of hosts) {
          if (explainer.explain(host).verdict !== 'absent') continue;
          pairs++;
          const { fix } = explainer.explainWithFix(host);
          if (!fix) continue;
          fixes++;
          const changed = await engineOn(name, fixed(resources, fix));
          const again = changed.proxies.find((other) => proxyKey(other) === proxyKey(proxy))!;
          const answer = new ProxyExplainer(changed, again).explain(host);
          if (answer.clusters.length === 0) failures.push(`${name} ${proxyKey(proxy)} ${host}: ${fix.summary}`);
        }
      }
    }
    expect(failures).to.deep.equal([]);
    expect(pairs).to.be.at.least(2000);
    this.test!.title = `make the host present: ${fixes} fixes for ${pairs} absent hosts, each applied and run from scratch`;
  }).timeout(180_000);

  it('are applied as a merge patch', () => {
    const resource = {
      apiVersion: 'a/v1',
      kind: 'K',
      metadata: { name: 'n', labels: { a: '1', b: '2' } },
      spec: { c: [1] },
    };
    expect(merged(resource, { metadata: { labels: { a: null } }, spec: { c: [2] } })).to.deep.equal({
      ...resource,
      metadata: { name: 'n', labels: { b: '2' } },
      spec: { c: [2] },
    });
  });
});

/** Some meshes of every file, the same ones each time. */
async function* sample(): AsyncGenerator<{ name: string; resources: Resource[] }> {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz'))) {
    let index = 0;
    for await (const mesh of readMeshes(`${FOLDER}/${file}`)) {
      // Fixes are offered for meshes of one Kubernetes cluster.
      const { name, resources } = mesh;
      if (index++ % EVERY_MESH === 0 && resources) yield { name, resources };
    }
  }
}
