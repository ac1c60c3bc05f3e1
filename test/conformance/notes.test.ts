import { expect } from 'chai';
import { join } from 'node:path';
import { engineOf } from '../../scripts/conformance/predicted.js';
import { readMeshes } from '../../scripts/conformance/recorded.js';
import { proxyKey } from '../../src/model/proxy.js';
import { originalOf, type Service } from '../../src/model/service.js';
import { FIRST } from '../../src/model/undetermined.js';

const row = (service: Service) => ({
  row: originalOf(service),
  ports: service.ports.map(({ number }) => number),
  aliases: service.aliases,
});

// Without notes, namespaces share what they see alike; with notes each is computed by itself.
describe('scopes', () => {
  for (const file of ['default', 'rare', 'rare-1.31', 'v1.24.6']) {
    it(`are the same whether notes are taken or not: ${file}`, async function () {
      this.timeout(60_000);
      let compared = 0;
      for await (const mesh of readMeshes(join(import.meta.dirname, `${file}.jsonl.gz`))) {
        const engine = await engineOf(mesh);
        for (const proxy of engine.proxies) {
          const plain = engine.world.scopeOf(proxy, FIRST);
          const noted = engine.world.scopeOf(proxy, FIRST, { drop: () => undefined, enter: () => undefined });
          const at = `${mesh.name} ${proxyKey(proxy)}`;
          expect(plain.services.map(row), at).to.deep.equal(noted.services.map(row));
          expect(
            plain.listeners.map(({ services }) => services.map(row)),
            at,
          ).to.deep.equal(noted.listeners.map(({ services }) => services.map(row)));
          for (const service of plain.services) expect(plain.byHost.get(service.hostname)).to.equal(service);
          compared++;
        }
      }
      expect(compared).to.be.greaterThan(100);
    });
  }
});
