import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareMesh, type Field } from '../../scripts/conformance/compare.js';
import { predict, type PredictedMesh } from '../../scripts/conformance/predicted.js';
import {
  readMeshes,
  type RecordedAnswer,
  type RecordedCluster,
  type RecordedMesh,
} from '../../scripts/conformance/recorded.js';
import { run } from '../../scripts/conformance/run.js';

/** Spoils one thing of the answers; false where a mesh has nothing of the kind. */
type Corrupt = (mesh: RecordedMesh, engine: PredictedMesh) => boolean;

type Row = Record<string, unknown>;

/** Spoils the first part that has what is to be spoiled. */
function first<T>(parts: readonly T[], change: (part: T, at: number) => boolean): boolean {
  return parts.some(change);
}

const inRow =
  (change: (row: Row) => boolean): Corrupt =>
  ({ expect: { registry } }) =>
    first(registry, change);

const setInRow = (field: string, value: unknown): Corrupt =>
  inRow((row) => {
    if (row[field] === value) return false;
    row[field] = value;
    return true;
  });

const inAnswer =
  (change: (answer: RecordedAnswer) => boolean): Corrupt =>
  ({ expect: { proxies } }) =>
    first(Object.values(proxies), change);

const inCluster = (change: (cluster: RecordedCluster) => boolean): Corrupt =>
  inAnswer(({ clusters }) => first(Object.values(clusters), change));

const inEndpoints = (change: (endpoints: string[]) => unknown): Corrupt =>
  inCluster(({ endpoints }) => {
    if (!endpoints?.length) return false;
    change(endpoints);
    return true;
  });

/** Whether there was a key to delete or to rename. */
function moveFirst<T>(record: Record<string, T>, to?: string): boolean {
  const [key] = Object.keys(record);
  if (key === undefined) return false;
  if (to !== undefined) record[to] = record[key]!;
  delete record[key];
  return true;
}

function swapFirst<T>(list: T[]): boolean {
  if (list.length < 2) return false;
  list.splice(0, 2, list[1]!, list[0]!);
  return true;
}

const edit = (list: string[], at: number, change: (text: string) => string): boolean => {
  const text = list[at];
  if (text === undefined || change(text) === text) return false;
  list[at] = change(text);
  return true;
};

const CORRUPTIONS: Readonly<Record<string, Readonly<Partial<Record<Field, Corrupt>>>>> = {
  'a hostname': { registry: setInRow('hostname', 'other.example.com') },
  'a namespace': { registry: setInRow('namespace', 'other') },
  'a name': { registry: setInRow('name', 'other') },
  'a provider': { registry: setInRow('provider', 'External') },
  'a resolution': { registry: setInRow('resolution', 'Alias') },
  'whether a service is external': { registry: setInRow('meshExternal', true) },
  'an address': { registry: setInRow('address', '192.0.2.1') },
  'a time of creation': { registry: setInRow('created', '2020-01-01T00:00:00Z') },
  'a lost port of the registry': { registry: inRow(({ ports }) => (ports as string[]).pop() !== undefined) },
  'a protocol': {
    registry: inRow(({ ports }) => edit(ports as string[], 0, (port) => port.replace(/[^|]+$/, 'Mongo'))),
  },
  'the order of ports': { registry: inRow(({ ports }) => swapFirst(ports as string[])) },
  'a lost exportTo': { registry: inRow(({ exportTo }) => (exportTo as string[]).pop() !== undefined) },
  'a further exportTo': { registry: inRow(({ exportTo }) => (exportTo as string[]).push('other') > 0) },
  'a selector': { registry: inRow(({ selector }) => selector !== undefined && moveFirst(selector as Row, 'other')) },
  'a missing row': { registry: ({ expect: { registry } }) => registry.shift() !== undefined },
  'a missing last row': { registry: ({ expect: { registry } }) => registry.pop() !== undefined },
  'a further row': { registry: ({ expect: { registry } }) => registry.push({ ...registry[0] }) > 0 },
  'swapped rows': { registry: ({ expect: { registry } }) => swapFirst(registry) },
  'a registry of nothing': { registry: (_, engine) => engine.registries.splice(0, Infinity, []).length > 0 },
  'a lost alias': { aliases: ({ expect: { aliases = {} } }) => first(Object.values(aliases), (to) => !!to.pop()) },
  'the order of aliases': { aliases: ({ expect: { aliases = {} } }) => first(Object.values(aliases), swapFirst) },
  'lost aliases of a service': { aliases: ({ expect: { aliases = {} } }) => moveFirst(aliases) },
  'aliases of another service': { aliases: ({ expect: { aliases = {} } }) => moveFirst(aliases, 'other/host') },
  'a proxy that istiod does not have': { proxies: ({ expect: { proxies } }) => moveFirst(proxies) },
  'a proxy of another name': { proxies: ({ expect: { proxies } }) => moveFirst(proxies, 'other.namespace') },
  'no recorded proxies': {
    proxies: ({ expect }) => Object.keys(expect.proxies).length > 0 && Boolean((expect.proxies = {})),
  },
  'a proxy that the engine does not have': {
    proxies: (_, { proxies }) => proxies.delete([...proxies.keys()][0] ?? ''),
  },
  'a proxy without an answer': {
    proxies: (_, { proxies }) => proxies.size > 0 && Boolean(proxies.set([...proxies.keys()][0]!, [])),
  },
  'an engine without proxies': {
    proxies: (_, engine) => engine.proxies.size > 0 && Boolean((engine.proxies = new Map())),
  },
  'a type': { type: inAnswer((answer) => Boolean((answer.type = answer.type === 'router' ? 'sidecar' : 'router'))) },
  'another Sidecar': {
    sidecar: inAnswer((answer) => answer.sidecar !== undefined && Boolean((answer.sidecar += '-2'))),
  },
  'a lost Sidecar': { sidecar: inAnswer((answer) => answer.sidecar !== undefined && delete answer.sidecar) },
  'a further Sidecar': {
    sidecar: inAnswer((answer) => answer.sidecar === undefined && Boolean((answer.sidecar = 'a/b'))),
  },
  'a service that the scope lost': { scope: inAnswer(({ scope }) => scope.pop() !== undefined) },
  'a service that the scope gained': {
    scope: inAnswer(({ scope }) => scope.push('External other/other.example.com 80') > 0),
  },
  'a service that the scope holds twice': {
    scope: inAnswer(({ scope }) => scope.length > 0 && scope.push(scope[0]!) > 0),
  },
  'a port of the scope': { scope: inAnswer(({ scope }) => edit(scope, 0, (row) => `${row},9`)) },
  'a provider of the scope': {
    scope: inAnswer(({ scope }) => edit(scope, 0, (row) => row.replace('Kubernetes', 'External'))),
  },
  'a namespace of the scope': {
    scope: inAnswer(({ scope }) => edit(scope, 0, (row) => row.replace(/ [^/]+/, ' other'))),
  },
  'the order of services in a listener': {
    listeners: inAnswer(({ listeners = [] }) => first(listeners, ({ services }) => swapFirst(services))),
  },
  'a service that a listener lost': {
    listeners: inAnswer(({ listeners = [] }) => first(listeners, ({ services }) => services.pop() !== undefined)),
  },
  'the port of a listener': {
    listeners: inAnswer(({ listeners = [] }) =>
      first(listeners, (listener) => listener.port !== undefined && Boolean((listener.port = 1))),
    ),
  },
  'the lost port of a listener': {
    listeners: inAnswer(({ listeners = [] }) =>
      first(listeners, (listener) => listener.port !== undefined && delete listener.port),
    ),
  },
  'the order of listeners': { listeners: inAnswer(({ listeners = [] }) => swapFirst(listeners)) },
  'a lost listener': { listeners: inAnswer(({ listeners }) => listeners?.pop() !== undefined) },
  'lost listeners': { listeners: inAnswer((answer) => answer.listeners !== undefined && delete answer.listeners) },
  'a cluster that istiod does not have': { clusters: inAnswer(({ clusters }) => moveFirst(clusters)) },
  'a cluster that istiod has besides': {
    clusters: inAnswer(({ clusters }) => Boolean((clusters['outbound|1||other.example.com'] = { type: 'EDS' }))),
  },
  'a cluster of another name': {
    clusters: inAnswer(({ clusters }) => moveFirst(clusters, 'outbound|1||other.example.com')),
  },
  'no clusters at all': {
    clusters: inAnswer((answer) => Object.keys(answer.clusters).length > 0 && Boolean((answer.clusters = {}))),
  },
  'the type of a cluster': {
    'cluster.type': inCluster((cluster) => cluster.type !== 'STRICT_DNS' && Boolean((cluster.type = 'STRICT_DNS'))),
  },
  'the service of a cluster': {
    'cluster.service': inCluster((cluster) => Boolean((cluster.service = 'other/other/other.example.com'))),
  },
  'the lost service of a cluster': {
    'cluster.service': inCluster((cluster) => cluster.service !== undefined && delete cluster.service),
  },
  'the lost rule of a cluster': {
    'cluster.rule': inCluster((cluster) => cluster.rule !== undefined && delete cluster.rule),
  },
  'a rule for a cluster without': {
    'cluster.rule': inCluster((cluster) => cluster.rule === undefined && Boolean((cluster.rule = 'other/rule'))),
  },
  'another rule of a cluster': {
    'cluster.rule': inCluster((cluster) => cluster.rule !== undefined && Boolean((cluster.rule += '-2'))),
  },
  'a lost endpoint': { 'cluster.endpoints': inEndpoints((list) => list.pop()) },
  'a further endpoint': { 'cluster.endpoints': inEndpoints((list) => list.push('192.0.2.1:80')) },
  'an endpoint for a cluster without': {
    'cluster.endpoints': inCluster(
      (cluster) => !cluster.endpoints?.length && Boolean((cluster.endpoints = ['192.0.2.1:80'])),
    ),
  },
  'an endpoint that comes twice': { 'cluster.endpoints': inEndpoints((list) => list.push(list[0]!)) },
  'the port of an endpoint': { 'cluster.endpoints': inEndpoints((list) => edit(list, 0, (row) => `${row}9`)) },
  'an endpoint that is unhealthy': {
    'cluster.endpoints': inEndpoints((list) => edit(list, 0, (row) => `${row} UNHEALTHY`)),
  },
  'an endpoint that is not unhealthy': {
    'cluster.endpoints': inCluster(({ endpoints = [] }) =>
      first(endpoints, (_, at) => edit(endpoints, at, (row) => row.replace(' UNHEALTHY', ''))),
    ),
  },
  'a lost static cluster': { other: inAnswer(({ other }) => other!.pop() !== undefined) },
  'a provider that istiod found elsewhere': {
    providers: ({ expect: { providers = [] } }) =>
      first(providers, (row) => row['cluster'] !== undefined && Boolean((row['cluster'] += '-2'))),
  },
  'a lost provider': { providers: ({ expect: { providers = [] } }) => providers.pop() !== undefined },
  'a lost filter': { extAuthz: inAnswer(({ extAuthz = [] }) => extAuthz.pop() !== undefined) },
  'a further filter': {
    extAuthz: inAnswer((answer) => !answer.extAuthz && Boolean((answer.extAuthz = [{ chain: 'http', deny: true }]))),
  },
  'a check in the place of a deny': {
    extAuthz: inAnswer(({ extAuthz = [] }) => first(extAuthz, (row) => Boolean(row['deny']) && delete row['deny'])),
  },
  'a cluster that dangles no more': { dangling: inAnswer(({ dangling = [] }) => dangling.pop() !== undefined) },
  'a further cluster that dangles': {
    dangling: inAnswer((answer) => Boolean((answer.dangling = [...(answer.dangling ?? []), 'outbound|1||other']))),
  },
  'a further static cluster': { other: inAnswer(({ other }) => other!.push('duplicate outbound|1||other') > 0) },
};

/** One possible answer only, so that every corruption of it is one. */
async function sample(...files: string[]): Promise<RecordedMesh[]> {
  const found: RecordedMesh[] = [];
  for (const file of files) {
    let taken = 0;
    for await (const mesh of readMeshes(join(import.meta.dirname, `${file}.jsonl.gz`))) {
      const { alternatives, proxies } = mesh.expect;
      if (Object.values(proxies).some((answer) => answer.alternatives)) continue;
      const { registries, registryInOrder, proxies: answers } = await predict(mesh);
      if (
        registries.length > 1 ||
        (alternatives && registryInOrder) ||
        [...answers.values()].some(({ length }) => length > 1)
      )
        continue;
      found.push(mesh);
      if (++taken === 8) break;
    }
  }
  return found;
}

describe('conformance, with answers spoiled on purpose', () => {
  let meshes: RecordedMesh[];
  let unordered: RecordedMesh[];

  before(async function () {
    this.timeout(60_000);
    meshes = await sample('default', 'rare', 'unhealthy');
    unordered = await sample('v1.30.3');
  });

  it('agrees before', async () => {
    expect(meshes).to.have.length(24);
    for (const mesh of [...meshes, ...unordered]) {
      const { differences, proxies, differing } = compareMesh(mesh, await predict(mesh));
      expect(differences).to.deep.equal([]);
      expect(differing).to.have.property('size', 0);
      expect(proxies).to.equal(Object.keys(mesh.expect.proxies).length);
    }
  });

  for (const [what, corruptions] of Object.entries(CORRUPTIONS)) {
    for (const [field, corrupt] of Object.entries(corruptions)) {
      it(`reports ${what} under ${field}`, async () => {
        const { spoiled, engine } = await spoil(corrupt);
        const { differences, differing } = compareMesh(spoiled, engine);
        expect(new Set(differences.map((difference) => difference.field))).to.deep.equal(new Set([field]));
        if (!['registry', 'aliases', 'providers'].includes(field)) expect(differing.size).to.be.greaterThan(0);
        expect(compareMesh(spoiled, engine, field as Field).differences).to.deep.equal(differences);
        const another = field === 'other' ? 'scope' : 'other';
        expect(compareMesh(spoiled, engine, another).differences).to.deep.equal([]);
      });
    }
  }

  it('takes rows in any order from 1.30 on, and counts each', async () => {
    const mesh = unordered.find(({ expect: { registry } }) => registry.length > 2)!;
    const engine = await predict(mesh);
    const { registry } = mesh.expect;
    const withRegistry = (rows: Row[]) =>
      compareMesh({ ...mesh, expect: { ...mesh.expect, registry: rows, alternatives: {} } }, engine).differences;
    expect(withRegistry([...registry].reverse())).to.deep.equal([]);
    expect(withRegistry(registry.slice(1))).to.have.length(1);
    expect(withRegistry([...registry.slice(1), registry[1]!])).to.have.length(1);
  });

  it('takes an alternative for the answer, and nothing else', async () => {
    const [mesh] = meshes;
    const engine = await predict(mesh!);
    const withProxy = (change: (answer: RecordedAnswer) => RecordedAnswer) => {
      const copy = structuredClone(mesh!);
      const [name] = Object.keys(copy.expect.proxies);
      copy.expect.proxies[name!] = change(copy.expect.proxies[name!]!);
      return compareMesh(copy, engine).differences.map(({ field }) => field);
    };
    const other = ['OtherCluster'];
    expect(withProxy((answer) => ({ ...answer, other, alternatives: [answer] }))).to.deep.equal([]);
    expect(withProxy((answer) => ({ ...answer, other, alternatives: [{ ...answer, other }] }))).to.deep.equal([
      'other',
    ]);
  });

  async function spoil(corrupt: Corrupt): Promise<{ spoiled: RecordedMesh; engine: PredictedMesh }> {
    for (const mesh of meshes) {
      const spoiled = structuredClone(mesh);
      const engine = await predict(mesh);
      if (corrupt(spoiled, engine)) return { spoiled, engine };
    }
    throw new Error('no mesh has anything of the kind');
  }

  describe('the command', () => {
    let folder: string;
    let good: string;
    let bad: string;

    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-'));
      const spoiled = structuredClone(meshes.slice(0, 2));
      Object.values(spoiled[1]!.expect.proxies)[0]!.other!.pop();
      good = join(folder, 'good.jsonl');
      bad = join(folder, 'bad.jsonl');
      writeFileSync(
        good,
        meshes
          .slice(0, 2)
          .map((mesh) => `${JSON.stringify(mesh)}\n`)
          .join(''),
      );
      writeFileSync(bad, spoiled.map((mesh) => `${JSON.stringify(mesh)}\n`).join(''));
    });

    after(() => rmSync(folder, { recursive: true }));

    const inProcess = async (...argv: string[]) => {
      const lines: string[] = [];
      const complaints: string[] = [];
      const code = await run(
        argv,
        (line) => lines.push(line),
        (line) => complaints.push(line),
      );
      return { code, lines, complaints };
    };

    const proxies = () => meshes.slice(0, 2).flatMap((mesh) => Object.keys(mesh.expect.proxies)).length;

    it('exits 1 and counts in its last line what differs', async function () {
      this.timeout(60_000);
      const args = ['run', '--silent', 'conformance', '--', good, bad, '--show', '1'];
      const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
        execFile('npm', args, (error, output) => resolve({ code: error?.code, stdout: output }));
      });
      expect(stdout.trimEnd().split('\n').at(-1)).to.equal(`${2 * proxies()} proxies compared, 1 differ`);
      expect(stdout).to.match(/^\S+ \S+: other\n {2}istiod: \[.*\]\n {2}engine: \[.*\]$/m);
      expect(code).to.equal(1);
    });

    it('exits 0 when nothing differs', async () => {
      const { code, lines } = await inProcess(good);
      expect(lines.at(-1)).to.equal(`${proxies()} proxies compared, 0 differ`);
      expect(code).to.equal(0);
    });

    it('compares one field', async () => {
      expect(await inProcess(bad, '--field', 'scope')).to.have.property('code', 0);
      expect(await inProcess(bad, '--field', 'other')).to.have.property('code', 1);
    });

    for (const [what, text] of Object.entries({ 'broken JSON': '{', 'an empty file': '', 'no file': undefined })) {
      it(`exits 2 on ${what}`, async () => {
        const file = join(folder, 'unreadable.jsonl');
        if (text === undefined) rmSync(file);
        else writeFileSync(file, text);
        const { code, complaints } = await inProcess(good, file);
        expect(complaints.join()).to.include(`${file}: `);
        expect(code).to.equal(2);
      });
    }

    for (const argv of [[], ['--field', 'colour', 'file'], ['--explode', 'file'], ['--show', 'all', 'file']]) {
      it(`exits 2 when it is called with: ${argv.join(' ')}`, async () => {
        const { code, complaints } = await inProcess(...argv);
        expect(complaints.join()).to.match(/^usage: /);
        expect(code).to.equal(2);
      });
    }
  });
});
