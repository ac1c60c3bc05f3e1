import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ExplanationList } from '../../src/explain/explanation.js';
import { answerTo } from '../../src/views/model/answer-to.js';
import { MeshModel } from '../../src/views/model/mesh-model.js';
import { textOf } from '../../src/views/model/row.js';
import { read } from '../../src/sources/read.js';
import { run } from './support/run.js';

const AMBIENT = ['-f', 'examples/ambient'];
const ROUTES = ['-f', 'examples/gateway-api'];
const REASONS = 'test/explain/reasons';

describe('meshes of other kinds', () => {
  it('tell of a Pod in ambient mode what ztunnel knows, and which waypoint decides', async () => {
    const { exit, stdout } = await run('explain', 'cart-0.shop', ...AMBIENT, '-o', 'json');
    expect(exit).to.equal(1);
    const { ztunnel, proxy } = JSON.parse(stdout) as ExplanationList;
    expect(proxy.type).to.equal('none');
    expect(ztunnel!.services.map(({ service, waypoint, reason }) => [service.name, waypoint ?? reason?.code])).to.eql([
      ['cart', 'shop/waypoint'],
      ['legacy', 'waypoint-opted-out'],
      ['waypoint', 'waypoint-of-waypoint'],
    ]);
    expect(ztunnel!.own?.reason?.code).to.equal('waypoint-for-other-traffic');
  });

  it('show the same in the view', async () => {
    const { snapshot, locate } = await read({ filename: ['examples/ambient'] });
    const model = new MeshModel({ snapshot, locate });
    const workload = 'shop/Pod/cart-0';
    const hosts = answerTo(model, { screen: 'hosts', workload });
    expect(hosts.kind).to.equal('rows');
    const rows = hosts.kind === 'rows' ? hosts.rows : [];
    expect(rows.map(({ cells }) => textOf(cells.at(-1)))[0]).to.match(/^waypoint shop\/waypoint decides/);
    const walk = answerTo(model, { screen: 'walk', workload, host: 'cart.shop.svc.cluster.local' });
    expect(walk.kind === 'tree' && walk.items.map(({ text }) => text)[0]).to.match(/to waypoint shop\/waypoint/);
  });

  it('list the clusters of a waypoint that belong to no host', async () => {
    const { stdout } = await run('explain', 'waypoint-0.shop', ...AMBIENT, '-o', 'json');
    const { waypoint } = JSON.parse(stdout) as ExplanationList;
    expect(waypoint!.internal.map(({ name }) => name)).to.eql(['main_internal', 'encap', 'connect_originate']);
  });

  it('prove a ReferenceGrant where a route may not name its backend', async () => {
    const question = ['explain', 'public-istio-0.edge', 'cart.shop'];
    const { stdout: fix } = await run(...question, ...ROUTES, '--fix');
    expect(fix).to.include('kind: ReferenceGrant');
    const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-grant-'));
    try {
      writeFileSync(join(folder, 'fix.yaml'), fix);
      const { exit, stdout } = await run(...question, ...ROUTES, '-f', join(folder, 'fix.yaml'), '-o', 'name');
      expect([exit, stdout.trim()]).to.eql([0, 'outbound|8080||cart.shop.svc.cluster.local']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const command of [['conflicts'], ['registry'], ['explain', 'web.shop'], ['clusters', 'web.shop']]) {
    it(`warn in ${command[0]!} of what crashes istiod`, async () => {
      const files = ['base.yaml', 'waypoint-crashes-istiod/mesh.yaml'].flatMap((name) => ['-f', `${REASONS}/${name}`]);
      const { stderr } = await run(...command, ...files);
      expect(stderr).to.match(/^assumed: istiod runs, although it crashes on ServiceEntry shop\/pay/m);
    });
  }
});
