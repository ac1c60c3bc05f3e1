import { expect } from 'chai';
import { read } from '../../src/sources/read.js';
import { answerTo } from '../../src/views/model/answer-to.js';
import type { Item } from '../../src/views/model/item.js';
import { MeshModel } from '../../src/views/model/mesh-model.js';
import { textOf } from '../../src/views/model/row.js';
import type { Place } from '../../src/views/place.js';

const FOLDER = 'examples/multicluster';
const STOCK = 'stock.shop.svc.cluster.local';

describe('the view of several Kubernetes clusters', () => {
  let model: MeshModel;

  before(async () => {
    const { snapshot, locate } = await read({ filename: [`east=${FOLDER}/east`, `west=${FOLDER}/west`] });
    model = new MeshModel({ snapshot, locate });
  });

  function cells(place: Place): string[][] {
    const answer = answerTo(model, place);
    if (answer.kind !== 'rows') throw new Error(`${place.screen} is ${answer.kind}`);
    return answer.rows.map((row) => (answer.fill?.(row.key) ?? row).cells.map(textOf));
  }

  function tree(place: Place): Item[] {
    const answer = answerTo(model, place);
    if (answer.kind !== 'tree') throw new Error(`${place.screen} is ${answer.kind}`);
    return all(answer.items);
  }

  const all = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...all(item.children ?? [])]);

  it('lists workloads of every cluster, those of remote ones by name', () => {
    const rows = cells({ screen: 'workloads', namespace: 'shop' });
    expect(rows.map(([, name]) => name)).to.deep.equal(['stock-0@west', 'web-0']);
    expect(rows.map(([, , , , proxy]) => proxy)).to.deep.equal(['sidecar', 'sidecar']);
  });

  for (const workload of ['shop/Pod/web-0', 'shop/Pod/stock-0@west']) {
    it(`answers for ${workload}`, () => {
      expect(cells({ screen: 'hosts', workload }).map(([host, verdict]) => `${host} ${verdict}`)).to.deep.equal([
        `${STOCK} ✔ yes`,
      ]);
    });

    it(`shows the copies of a service in later clusters in the walk of ${workload}`, () => {
      const items = tree({ screen: 'walk', workload, host: STOCK });
      expect(items.filter(({ text }) => text.startsWith('Service shop/stock@west ')).length).to.be.greaterThan(0);
    });

    it(`has no item twice in the walk of ${workload}`, () => {
      const ids = tree({ screen: 'walk', workload, host: STOCK }).map(({ id }) => id);
      expect(ids).to.deep.equal([...new Set(ids)]);
    });
  }

  it('shows the object of the cluster that is meant', () => {
    const yaml = (cluster?: string) => {
      const ref = {
        kind: 'Service',
        namespace: 'shop',
        name: 'stock',
        path: 'spec.ports',
        ...(cluster && { cluster }),
      };
      const answer = answerTo(model, { screen: 'resource', ref });
      return answer.kind === 'lines' ? answer.lines.join('\n') : answer.kind;
    };
    expect(yaml('west')).to.include('grpc-admin');
    expect(yaml()).to.include('name: http').and.not.include('grpc-admin');
  });
});
