import { expect } from 'chai';
import { conflictList } from '../../src/explain/conflicts/conflict-list.js';
import type { Answer } from '../../src/views/model/answer.js';
import { answerTo } from '../../src/views/model/answer-to.js';
import type { Item } from '../../src/views/model/item.js';
import { MeshModel } from '../../src/views/model/mesh-model.js';
import { textOf, type Row } from '../../src/views/model/row.js';
import type { Place } from '../../src/views/place.js';
import { SCREENS } from '../../src/views/screens/screens.js';
import { exampleMesh } from './support/mesh.js';

/** What the engine says to every place that can be reached from the namespaces of the example. */
describe('answers of the view', function () {
  this.timeout(60_000);
  let model: MeshModel;

  before(async () => {
    model = new MeshModel(await exampleMesh());
  });

  function rowsOf(place: Place): Row[] {
    const answer = answerTo(model, place);
    if (answer.kind === 'nothing') return [];
    if (answer.kind !== 'rows') throw new Error(`${place.screen} is ${answer.kind}`);
    const filled = answer.rows.map((row) => answer.fill?.(row.key) ?? row);
    const last = new Map((answer.last?.rows() ?? []).map((row) => [row.key, row]));
    return filled.map((row) => last.get(row.key) ?? row);
  }

  const workloads = () => [...model.groups.keys()];
  const lists = (): Place[] => [
    { screen: 'namespaces' },
    { screen: 'workloads' },
    { screen: 'conflicts' },
    { screen: 'conflicts', namespace: 'catalog' },
    { screen: 'conflicts', host: 'tax.example.com' },
    { screen: 'ext-authz' },
    { screen: 'ext-authz', namespace: 'shop' },
    { screen: 'problems' },
    { screen: 'problems', namespace: 'shop' },
    { screen: 'who', host: 'tax.example.com' },
    ...workloads().map((workload): Place => ({ screen: 'hosts', workload })),
  ];

  /** What an answer says in the end. */
  function wholeOf({ more }: Answer & { kind: 'tree' }): (Answer & { kind: 'tree' })[] {
    const later = more?.();
    for (;;) {
      const step = later?.next();
      if (!step) return [];
      if (step.done) return step.value.kind === 'tree' ? [step.value] : [];
    }
  }

  it('have a cell for each column, and no key twice', () => {
    for (const place of lists()) {
      const rows = rowsOf(place);
      for (const { cells } of rows) expect(cells.length, place.screen).to.equal(SCREENS[place.screen].columns?.length);
      const keys = rows.map(({ key }) => key);
      expect(keys).to.deep.equal([...new Set(keys)]);
    }
  });

  it('are complete in the end', () => {
    for (const place of lists()) {
      for (const { key, cells } of rowsOf(place))
        expect(cells.map(textOf), `${place.screen} ${key}`).not.to.include('…');
    }
  });

  it('have no item twice in a tree', () => {
    const all = (items: readonly Item[]): string[] => items.flatMap(({ id, children = [] }) => [id, ...all(children)]);
    const trees = lists().flatMap((place) =>
      rowsOf(place).flatMap((row) => {
        const { enter } = SCREENS[place.screen].leads!(row, place);
        return enter && ['walk', 'conflict', 'policies'].includes(enter.screen) ? [enter] : [];
      }),
    );
    expect(new Set(trees.map(({ screen }) => screen)).size).to.equal(3);
    for (const place of trees) {
      const answer = answerTo(model, place);
      if (answer.kind === 'nothing') continue;
      if (answer.kind !== 'tree') throw new Error(`${place.screen} is ${answer.kind}`);
      for (const { items } of [answer, ...wholeOf(answer)]) {
        const ids = all(items);
        expect(ids, JSON.stringify(place)).to.deep.equal([...new Set(ids)]);
      }
    }
  });

  it('offer for every conflict the change that the conflicts command offers, or say what is missing', () => {
    const { items } = conflictList(model.mesh, { fixes: true });
    expect(items.filter(({ fix }) => fix)).not.to.be.empty;
    for (const [i, { key }] of rowsOf({ screen: 'conflicts' }).entries()) {
      const answer = answerTo(model, { screen: 'conflict', id: key });
      if (answer.kind !== 'tree') throw new Error(answer.kind);
      const last = wholeOf(answer)[0]!.items.at(-1)!;
      const { fix, missing } = items[i]!;
      if (fix) expect(last.text, key).to.include(`Fix: ${fix.summary} (`);
      else expect(last.text, key).to.equal(missing);
    }
  });

  for (const [host, kinds] of [
    ['tax.example.com', ['entries-merged']],
    ['policy-agent.security.svc.cluster.local', []],
  ] as const) {
    it(`name the conflicts of ${host} alone`, () => {
      expect(rowsOf({ screen: 'conflicts', host }).map(({ cells }) => textOf(cells[2]))).to.deep.equal(kinds);
    });
  }

  it('count the problems of a namespace that its problems screen names', () => {
    const namespaces = rowsOf({ screen: 'namespaces' });
    expect(namespaces.map(({ cells }) => textOf(cells[5]))).to.include('! 1');
    for (const { key: namespace, cells } of namespaces)
      expect(textOf(cells[5]).replace('! ', ''), namespace).to.equal(
        String(rowsOf({ screen: 'problems', namespace }).length),
      );
  });

  it('count the conflicts of a namespace as the conflicts command finds them there', () => {
    for (const { key: namespace, cells } of rowsOf({ screen: 'namespaces' })) {
      const { items } = conflictList(model.mesh, { namespace });
      expect(textOf(cells[4]).replace('! ', ''), namespace).to.equal(String(items.length));
    }
  });
});
