import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Explanation } from '../../src/explain/explanation.js';
import type { RegistryItem, RegistryList } from '../../src/explain/registry-list.js';
import { run } from './support/run.js';

const MESH = ['-f', 'examples/mesh'];
const ask = async (...argv: string[]) => run(...argv, ...MESH, '-q', '-o', 'json');

describe('JSON that others rely on', () => {
  it('explain WORKLOAD HOST: an Explanation', async () => {
    const { exit, stdout } = await ask('explain', 'deploy/checkout.shop', 'api.payments.example.com');
    const answer = JSON.parse(stdout) as Explanation;
    expect(exit).to.equal(1);
    expect(answer).to.include({ kind: 'Explanation', host: 'api.payments.example.com', verdict: 'absent' });
    expect(answer).to.include.keys('apiVersion', 'proxy', 'clusters', 'candidates', 'instead', 'gaps', 'ground');
    expect(answer.proxy).to.have.all.keys('name', 'namespace', 'type');
    const [candidate] = answer.candidates;
    expect(candidate!.service).to.have.all.keys('provider', 'namespace', 'name', 'hostname');
    expect(candidate).to.include({ outcome: 'dropped', stage: 'import' });
    expect(candidate!.reason).to.have.all.keys('code', 'by', 'args');
    expect(candidate!.reason!.by).to.have.all.keys('kind', 'namespace', 'name', 'path', 'file', 'line');
  });

  it('explain WORKLOAD: an ExplanationList', async () => {
    const { exit, stdout } = await ask('explain', 'deploy/checkout.shop');
    const { items, ...list } = JSON.parse(stdout) as { items: Explanation[]; kind: string };
    expect(exit).to.equal(0);
    expect(list.kind).to.equal('ExplanationList');
    expect(list).to.include.keys('apiVersion', 'proxy', 'ground');
    for (const item of items) {
      expect(item.kind).to.equal('Explanation');
      expect(item.verdict).to.be.oneOf(['present', 'absent', 'undetermined']);
    }
  });

  it('clusters WORKLOAD: a ClusterList', async () => {
    const { stdout } = await ask('clusters', 'deploy/products-v1.catalog');
    const { items, ...list } = JSON.parse(stdout) as { items: object[]; kind: string };
    expect(list.kind).to.equal('ClusterList');
    for (const item of items) expect(item).to.include.keys('name', 'type', 'service', 'endpoints');
  });

  it('is the same, byte for byte, for the same input', async () => {
    for (const argv of [['explain', 'deploy/checkout.shop'], ['clusters', 'deploy/checkout.shop'], ['registry']]) {
      expect(await ask(...argv)).to.deep.equal(await ask(...argv));
    }
  });
});

const ROOT = 'test/explain/registryz';

describe("registry is istiod's own registryz page, in the fields that it gives", () => {
  for (const name of readdirSync(ROOT)) {
    it(name, async () => {
      const page = JSON.parse(readFileSync(`${ROOT}/${name}/registryz.json`, 'utf8')) as Row[];
      const { stdout } = await run('registry', '-f', `${ROOT}/${name}/mesh.yaml`, '-q', '-o', 'json');
      const items = (JSON.parse(stdout) as RegistryList).items.map(({ source, ...item }) => {
        expect(source).to.include.keys('kind', 'name', 'file', 'line');
        return item;
      });
      const rows = page.map((row, i) => only(row, items[i] ?? items[0]!));
      // From 1.30 on istiod lists ServiceEntries in no order.
      if (name.startsWith('1.30')) expect(items).to.have.deep.members(page.map((row) => only(row, items[0]!)));
      else expect(items).to.deep.equal(rows);
    });
  }
});

type Row = Record<string, unknown> & { Attributes: Record<string, unknown> };

/** The fields of a row that an item has. */
function only(row: Row, item: Omit<RegistryItem, 'source'>): Record<string, unknown> {
  const pick = (from: Record<string, unknown>, like: object) =>
    Object.fromEntries(Object.keys(like).flatMap((key) => (key in from ? [[key, from[key]]] : [])));
  return { ...pick(row, item), Attributes: pick(row.Attributes, item.Attributes) };
}

describe('HOST', () => {
  const forms: [host: string, ...hosts: string[]][] = [
    ['cart', 'cart.shop.svc.cluster.local'],
    ['search.catalog', 'search.catalog.svc.cluster.local'],
    ['catalog/search', 'search.catalog.svc.cluster.local'],
    ['search.catalog.svc', 'search.catalog.svc.cluster.local'],
    ['ledger.payments:9000', 'ledger.payments.svc.cluster.local'],
    ['outbound|9000||ledger.payments.svc.cluster.local', 'ledger.payments.svc.cluster.local'],
    ['outbound_.9000_._.ledger.payments.svc.cluster.local', 'ledger.payments.svc.cluster.local'],
  ];
  for (const [text, host] of forms) {
    it(`is read as ${host}: ${text}`, async () => {
      const { stdout } = await ask('explain', 'deploy/checkout.shop', text);
      expect((JSON.parse(stdout) as Explanation).host).to.equal(host);
    });
  }

  it('is read as every host that a wildcard covers', async () => {
    const { stdout } = await ask('explain', 'deploy/checkout.shop', '*.catalog.svc.cluster.local');
    const { items } = JSON.parse(stdout) as { items: Explanation[] };
    expect(items.map(({ host }) => host)).to.include('search.catalog.svc.cluster.local');
  });

  it('is read as the service that has an address', async () => {
    const registry = JSON.parse((await ask('registry', 'search.catalog')).stdout) as RegistryList;
    const address = registry.items.find(({ source }) => source.kind === 'Service')!.defaultAddress;
    const { stdout } = await ask('explain', 'deploy/checkout.shop', address);
    expect((JSON.parse(stdout) as Explanation).host).to.equal('search.catalog.svc.cluster.local');
  });

  it('that nothing has is answered with near misses', async () => {
    for (const [text, near] of [
      ['serch.catalog', 'search.catalog.svc.cluster.local'],
      ['search.shop', 'search.catalog.svc.cluster.local'],
      ['api.payment.example.com', 'api.payments.example.com'],
    ] as const) {
      const { stdout } = await ask('explain', 'deploy/checkout.shop', text);
      const { nearMisses = [] } = JSON.parse(stdout) as Explanation;
      expect(
        nearMisses.map(({ host }) => host),
        text,
      ).to.include(near);
    }
  });
});
