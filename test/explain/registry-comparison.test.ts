import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { registryComparison, type RegistryComparison } from '../../src/explain/registry-comparison.js';
import { registryList } from '../../src/explain/registry-list.js';
import type { RegistryzRow } from '../../src/model/registryz.js';
import type { Resource } from '../../src/model/resource.js';
import type { Gap } from '../../src/model/snapshot.js';
import { Mesh } from '../../src/xds/mesh.js';
import { engineOn, meshOf } from '../xds/support/mesh.js';
import { run } from './support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Recorded {
  name: string;
  resources: Resource[];
  registryz: RegistryzRow[];
}

const copy = <T>(value: T): T => structuredClone(value);

const RECORDED = gunzipSync(readFileSync('test/explain/support/registryz-pages.jsonl.gz'))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

async function compare({ name, resources, registryz }: Recorded, gaps: Gap[] = []): Promise<RegistryComparison> {
  const { snapshot } = await engineOn(name, resources);
  const mesh = new Mesh({ ...snapshot, gaps }, snapshot.controlPlanes[0]!);
  return registryComparison(mesh, [{ name, rows: registryz }]);
}

describe('registry --against a page of istiod', () => {
  for (const recorded of RECORDED) {
    it(`finds no difference: ${recorded.name}`, async () => {
      const { verdict, pages } = await compare(recorded);
      expect(pages[0]!.items).to.deep.equal([]);
      expect(verdict).to.equal('same');
      expect(pages[0]!.rows.same).to.equal(recorded.registryz.length).and.to.be.greaterThan(0);
    });
  }

  const [recorded] = RECORDED as [Recorded];
  const [row] = recorded.registryz as [RegistryzRow];

  // Every field that both sides have: a change of it is seen, in this row alone.
  const CHANGES: Record<string, (row: RegistryzRow) => void> = {
    ports: (one) => (one['ports'] = [{ name: 'other', port: 1, protocol: 'TCP' }]),
    serviceAccounts: (one) => (one['serviceAccounts'] = ['spiffe://other']),
    creationTime: (one) => (one['creationTime'] = '2020-01-01T00:00:00Z'),
    clusterVIPs: (one) => (one['clusterVIPs'] = { Addresses: { Kubernetes: ['192.0.2.1'] } }),
    defaultAddress: (one) => (one['defaultAddress'] = '192.0.2.1'),
    Resolution: (one) => (one['Resolution'] = 2),
    MeshExternal: (one) => (one['MeshExternal'] = !one['MeshExternal']),
    'Attributes.Name': (one) => (one.Attributes['Name'] = 'other'),
    'Attributes.Labels': (one) => (one.Attributes['Labels'] = { other: 'label' }),
    'Attributes.ExportTo': (one) => (one.Attributes['ExportTo'] = { '~': {} }),
    'Attributes.LabelSelectors': (one) => (one.Attributes['LabelSelectors'] = { other: 'label' }),
    'Attributes.Type': (one) => (one.Attributes['Type'] = 'NodePort'),
    'Attributes.ExternalName': (one) => (one.Attributes['ExternalName'] = 'other.example.com'),
    'Attributes.NodeLocal': (one) => (one.Attributes['NodeLocal'] = true),
    'Attributes.TrafficDistribution': (one) => (one.Attributes['TrafficDistribution'] = 7),
    'Attributes.ObjectName': (one) => (one.Attributes['ObjectName'] = 'other'),
    'Attributes.PublishNotReadyAddresses': (one) => (one.Attributes['PublishNotReadyAddresses'] = 'other'),
  };
  for (const [field, change] of Object.entries(CHANGES)) {
    it(`sees another ${field}`, async () => {
      const registryz = copy(recorded.registryz);
      change(registryz[0]!);
      const { verdict, pages } = await compare({ ...recorded, registryz });
      expect(verdict).to.equal('different');
      const [item, ...others] = pages[0]!.items;
      expect(others).to.deep.equal([]);
      expect(item).to.include({ outcome: 'differs', hostname: row.hostname });
      expect(item!.fields!.map((one) => one.field)).to.deep.equal([field]);
    });
  }

  it('knows every field that a row is made of', () => {
    const made = Object.keys(CHANGES).concat('hostname', 'Attributes.Namespace', 'Attributes.ServiceRegistry');
    const given = Object.keys(row).concat(Object.keys(row.Attributes).map((field) => `Attributes.${field}`));
    const aside = ['Aliases', 'ClusterExternalAddresses', 'ClusterExternalPorts', 'PassthroughTargetPorts'];
    expect(given).to.have.members([
      ...made.filter((field) => field !== 'serviceAccounts'),
      ...aside.map((field) => `Attributes.${field}`),
      ...['Attributes', 'ResourceVersion'],
    ]);
  });

  it('tells a row of either side alone', async () => {
    const registryz = [...copy(recorded.registryz).slice(1), { ...copy(row), hostname: 'other.example.com' }];
    const { verdict, pages } = await compare({ ...recorded, registryz });
    expect(verdict).to.equal('different');
    expect(pages[0]!.items.map(({ outcome, hostname }) => `${outcome} ${hostname}`)).to.have.members([
      `only-here ${row.hostname}`,
      'only-istiod other.example.com',
    ]);
  });

  it('pairs the rows of one host that are alike: a new one makes no other differ', async () => {
    const changed = { ...copy(row), defaultAddress: '192.0.2.1' };
    const { pages } = await compare({ ...recorded, registryz: [changed, ...copy(recorded.registryz)] });
    expect(pages[0]!.items.map(({ outcome }) => outcome)).to.deep.equal(['only-istiod']);
    expect(pages[0]!.rows.same).to.equal(recorded.registryz.length);
  });

  it('takes no order for a difference', async () => {
    const { verdict } = await compare({ ...recorded, registryz: [...recorded.registryz].reverse() });
    expect(verdict).to.equal('same');
  });

  const forbidden = (kind: string, resource: string): Gap => ({
    ...{ cause: 'forbidden', verb: 'list', kind, resource, message: 'forbidden' },
  });

  for (const [kind, provider, resource] of [
    ['Service', 'Kubernetes', 'services'],
    ['ServiceEntry', 'External', 'serviceentries.networking.istio.io'],
  ] as const) {
    const mine = RECORDED.find(({ resources }) => resources.some((one) => one.kind === kind))!;
    const without = { ...mine, resources: mine.resources.filter((one) => one.kind !== kind) };

    it(`${kind} that could not be read explains what only istiod has`, async () => {
      const { verdict, pages } = await compare(without, [forbidden(kind, resource)]);
      expect(verdict).to.equal('undetermined');
      for (const { outcome, provider: of, causes } of pages[0]!.items) {
        expect({ outcome, of }).to.deep.equal({ outcome: 'only-istiod', of: provider });
        expect(causes[0]!.code).to.equal('unread');
        expect(causes[0]!.text).to.include(`not allowed to list ${resource}`);
      }
    });

    it(`${kind} of a namespace that was read is not explained by what was not`, async () => {
      const namespaces = without.registryz.map(({ Attributes }) => String(Attributes['Namespace']));
      const { verdict } = await compare(without, [{ ...forbidden(kind, resource), readNamespaces: namespaces }]);
      expect(verdict).to.equal('different');
    });

    it(`${kind} that is gone is named`, async () => {
      const { verdict, pages } = await compare(without);
      expect(verdict).to.equal('different');
      expect(pages[0]!.items.flatMap(({ causes }) => causes.map(({ code }) => code))).to.include('gone');
    });
  }

  it('a page that is older than the object is told', async () => {
    const { resources } = copy(recorded);
    const registryz = copy(recorded.registryz);
    registryz[0]!['defaultAddress'] = '192.0.2.1';
    registryz[0]!['ResourceVersion'] = '1';
    const { pages } = await compare({ ...recorded, resources, registryz });
    expect(pages[0]!.items[0]!.causes[0]).to.include({ code: 'changed' });
  });

  it('an object that istiod is not expected to take is told with the reason', async () => {
    const mine = copy(RECORDED.find(({ resources }) => resources.some(({ kind }) => kind === 'ServiceEntry'))!);
    for (const { kind, metadata } of mine.resources)
      if (kind === 'ServiceEntry') metadata.labels = { ...metadata.labels, 'istio.io/rev': 'canary' };
    const { pages } = await compare(mine);
    expect(pages[0]!.items).to.not.be.empty;
    for (const { causes } of pages[0]!.items) {
      expect(causes[0]).to.include({ code: 'refused' });
      expect(causes[0]!.text).to.match(/^ServiceEntry .* has it: .*canary/);
    }
  });

  it('a Kubernetes cluster that was not read is named', async () => {
    const registryz = copy(recorded.registryz);
    registryz[0]!['clusterVIPs'] = { Addresses: { Kubernetes: [row.defaultAddress], west: ['192.0.2.1'] } };
    const { pages } = await compare({ ...recorded, registryz });
    expect(pages[0]!.items[0]!.causes[0]).to.include({ code: 'cluster' });
    expect(pages[0]!.items[0]!.causes[0]!.text).to.include('west');
  });

  describe('of several Kubernetes clusters that have one Service', () => {
    const service = (port: number) => `
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { clusterIP: 10.96.0.1, ports: [{ name: http, port: ${String(port)} }] }`;
    const [east, west] = [service(80), service(8080)];

    /** The page of an istiod that got to know west first, beside objects of which east is named first. */
    async function againstWestFirst(remotesInOrder: boolean) {
      const istiod = await meshOf('', { remotes: { west, east } });
      const rows = copy(registryList(istiod).items) as unknown as RegistryzRow[];
      const { snapshot } = await meshOf('', { remotes: { east, west } });
      const mesh = new Mesh({ ...snapshot, remotesInOrder }, snapshot.controlPlanes[0]!);
      const { verdict, pages } = registryComparison(mesh, [{ name: 'page', rows }]);
      const [item] = pages[0]!.items;
      expect(item).to.include({ outcome: 'differs', hostname: 'web.shop.svc.cluster.local' });
      return { verdict, codes: item!.causes.map(({ code }) => code), fields: item!.fields!.map(({ field }) => field) };
    }

    it('an order that is not known may explain the difference', async () => {
      const { verdict, codes, fields } = await againstWestFirst(false);
      expect(verdict).to.equal('undetermined');
      expect(codes).to.include('order');
      expect(fields).to.include('ports');
    });

    it('an order that is known does not', async () => {
      const { verdict, codes } = await againstWestFirst(true);
      expect(verdict).to.equal('different');
      expect(codes).to.not.include('order');
    });
  });

  it('a manifest has no creation time, and says so', async () => {
    const resources = copy(recorded.resources);
    for (const { metadata } of resources) delete metadata.creationTimestamp;
    const { pages } = await compare({ ...recorded, resources });
    for (const { causes } of pages[0]!.items) expect(causes.map(({ code }) => code)).to.include('manifest');
  });
});

describe('registry --against FILE', () => {
  const CASE = 'test/explain/registryz/1.28.2-7001';
  const MESH = ['-f', `${CASE}/mesh.yaml`];
  const PAGE = JSON.parse(readFileSync(`${CASE}/registryz.json`, 'utf8')) as RegistryzRow[];
  const folder = temporaryFolder();
  const written = (value: unknown, name = 'page.json'): string => {
    const file = join(folder(), name);
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };

  it('exits 0 where all is the same', async () => {
    const { exit, stdout } = await run('registry', ...MESH, '--against', `${CASE}/registryz.json`);
    expect(exit).to.equal(0);
    expect(stdout).to.match(/registryz\.json: 8 rows of 8 are the same here\./);
    expect(stdout).to.include('Not compared: Attributes.ClusterExternalAddresses');
  });

  it('exits 1 with each difference, in every format', async () => {
    const [first, second, ...rest] = copy(PAGE) as [RegistryzRow, RegistryzRow, ...RegistryzRow[]];
    first['ports'] = [{ name: 'tls', port: 1, protocol: 'TLS' }];
    first.Attributes['ExportTo'] = { '.': {}, shop: {} };
    const file = written([first, ...rest, { ...copy(second), hostname: 'new.example.com' }]);
    const { exit, stdout } = await run('registry', ...MESH, '--against', file);
    expect(exit).to.equal(1);
    expect(stdout).to.match(new RegExp(`✘ ${first.hostname} {2}Service .*mesh.yaml:\\d+\\) {2}differs`));
    expect(stdout).to.match(/ {4}ports\n {6}istiod {2}1\/TLS \(tls\)\n {6}here {4}\d+/);
    expect(stdout).to.match(/ {4}Attributes.ExportTo\n {6}istiod {2}\., shop\n/);
    expect(stdout).to.include(`${second.hostname}  `).and.to.include('only here');
    expect(stdout).to.match(/✘ new\.example\.com {2}Kubernetes, namespace \w+ {2}only in istiod/);
    expect(stdout).to.include('6 rows of 8 are the same, 1 differs, 1 only in istiod, 1 only here.');
    const json = await run('registry', ...MESH, '--against', file, '-o', 'json');
    expect(json.exit).to.equal(1);
    expect(JSON.parse(json.stdout)).to.include({ kind: 'RegistryComparison', verdict: 'different' });
    expect((await run('registry', ...MESH, '--against', file, '-o', 'yaml')).stdout).to.include('verdict: different');
    const { stdout: names } = await run('registry', ...MESH, '--against', file, '-o', 'name');
    expect(names.trim().split('\n')).to.have.members([first.hostname, second.hostname, 'new.example.com']);
  });

  it('compares one host, or one namespace', async () => {
    const [first, ...rest] = copy(PAGE) as [RegistryzRow, ...RegistryzRow[]];
    const file = written(rest);
    const other = rest[0]!.hostname;
    expect((await run('registry', first.hostname, ...MESH, '--against', file)).exit).to.equal(1);
    expect((await run('registry', other, ...MESH, '--against', file)).exit).to.equal(0);
    const namespace = String(first.Attributes['Namespace']);
    expect((await run('registry', '-n', namespace, ...MESH, '--against', file)).exit).to.equal(1);
    const nothing = await run('registry', 'nowhere.example.com', ...MESH, '--against', file);
    expect(nothing.stderr).to.include('neither istiod nor the objects have a row');
  });

  it('compares the page of each istiod', async () => {
    const file = written({ 'istiod-a': PAGE, 'istiod-b': PAGE.slice(1) });
    const { exit, stdout } = await run('registry', ...MESH, '--against', file);
    expect(exit).to.equal(1);
    expect(stdout).to.include('page.json istiod-a: 8 rows of 8 are the same here.');
    expect(stdout).to.include('page.json istiod-b: 7 rows of 7 are the same, 1 only here.');
  });

  it('finds the pages of a bug report', async () => {
    const debug = join(folder(), 'bug-report/istio/istio-system/istiod-0/debug');
    mkdirSync(debug, { recursive: true });
    writeFileSync(join(debug, 'registryz'), JSON.stringify(PAGE));
    writeFileSync(join(debug, 'syncz'), '{');
    const { exit, stdout } = await run('registry', ...MESH, '--against', join(folder(), 'bug-report'));
    expect(exit).to.equal(0);
    expect(stdout).to.match(/istiod-0\/debug\/registryz: 8 rows of 8 are the same here\./);
  });

  const USELESS: Record<string, [content: string, message: RegExp]> = {
    'an empty file': ['', /page\.json: is empty\.\nFetch it with `kubectl exec/],
    'another list': ['[1]', /is not istiod's registryz page, a list of services\./],
    'an object': ['{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}', /registryz page, but a Pod\./],
    'a message': ['404 page not found', /is not istiod's registryz page/],
    'a cut page': [JSON.stringify(PAGE).slice(0, -9), /page\.json:1: not JSON at /],
    'several documents': ['[]\n[]', /holds several documents/],
  };
  for (const [what, [content, message]] of Object.entries(USELESS)) {
    it(`refuses ${what}`, async () => {
      const { exit, stdout, stderr } = await run('registry', ...MESH, '--against', written(content));
      expect({ exit, stdout }).to.deep.equal({ exit: 3, stdout: '' });
      expect(stderr).to.match(message);
    });
  }

  it('refuses to read standard input twice', async () => {
    expect((await run('registry', '-f', '-', '--against', '-')).exit).to.equal(2);
  });

  it('-f of a page teaches --against', async () => {
    const { exit, stdout, stderr } = await run('explain', 'web', '-f', `${CASE}/registryz.json`);
    expect({ exit, stdout }).to.deep.equal({ exit: 3, stdout: '' });
    expect(stderr).to.match(/istiod's registryz page: it holds services, and no objects/);
    expect(stderr).to.include(`\`registry --against ${CASE}/registryz.json\``);
  });

  it('nothing of a page is printed raw', async () => {
    const [first, ...rest] = copy(PAGE) as [RegistryzRow, ...RegistryzRow[]];
    first.hostname = 'a\u001b[31m.example.com\u202e';
    const file = written([first, ...rest]);
    for (const format of ['text', 'json', 'yaml', 'name']) {
      const { stdout } = await run('registry', ...MESH, '--against', file, '-o', format);
      expect(stdout, format).to.not.match(/[\u001b\u202e]/);
    }
  });
});
