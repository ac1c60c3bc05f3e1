import { expect } from 'chai';
import { columnsOf } from '../../src/views/width.js';
import type { MeshSource } from '../../src/views/model/mesh-model.js';
import { exampleMesh } from './support/mesh.js';
import { openView, type View } from './support/view.js';

const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
  { columns: 60, rows: 15 },
];

describe('the view on the example mesh', function () {
  this.timeout(60_000);
  let source: MeshSource;
  let view: View;

  before(async () => {
    source = await exampleMesh();
  });
  afterEach(() => view.close());

  for (const size of SIZES) {
    it(`leads from the namespaces to the field that decided at ${size.columns}×${size.rows}`, async () => {
      view = await openView(source, { size });
      const fits = (frame: string) => {
        const lines = frame.split('\n');
        expect(lines.length).to.be.at.most(size.rows - 1);
        for (const line of lines) expect(columnsOf(line)).to.be.at.most(size.columns);
        return frame;
      };
      expect(fits(view.frame())).to.match(/^> catalog /m);
      expect(fits(await view.press('G', 'enter'))).to.match(/Workloads\(shop\)\[3\]/);
      expect(fits(await view.press('/', 'checkout', 'enter'))).to.match(/^> shop +checkout /m);
      expect(fits(await view.press('enter'))).to.match(/Hosts\(shop\/deployment\/checkout\)\[17\]/);
      expect(fits(await view.press('/', 'policy-agent', 'enter'))).to.match(/^> policy-agent\S+ +✘ no/m);
      const walk = fits(await view.press('enter'));
      expect(walk).to.match(/^> ▾ ✘ import +no egress host/m);
      expect(walk).to.match(/examples\/mesh\/shop.yaml:13/);
      const yaml = fits(await view.press('j', 'enter'));
      expect(yaml).to.match(/Sidecar shop\/default spec.egress\[0\].hosts/);
      expect(yaml).to.match(/^> +- hosts:$/m);
      expect(fits(await view.press('esc', 'esc', 'esc', 'esc', 'esc'))).to.match(/namespaces/);
    });

    it(`lists every key at ${size.columns}×${size.rows}`, async () => {
      view = await openView(source, { size });
      const help = await view.press('?');
      expect(help.split('\n').length).to.be.at.most(size.rows - 1);
      expect(help).to.match(/<enter> +workloads/);
      expect(await view.press('esc')).to.match(/^> catalog /m);
    });
  }

  it('leads from a namespace to the objects that need a look, and to all of them', async () => {
    view = await openView(source, { size: SIZES[0]! });
    await view.settled();
    expect(view.frame()).to.match(/^> catalog .*! 1 *$/m);
    expect(await view.press('o')).to.match(/^> catalog +Service\/recommendations .*✘ the only endpoint is not ready/m);
    expect(await view.press('enter')).to.match(/^ Service catalog\/recommendations /m);
    expect(await view.press('esc', 'esc', 'j', 'o')).to.match(/No object needs a look\./);
    expect(await view.press(':', 'problems', 'enter')).to.match(/Problems\(all\)\[1\]/);
  });

  it('shows the fix once it is proven', async () => {
    const places = [
      { screen: 'walk', workload: 'shop/Deployment/checkout', host: 'policy-agent.security.svc.cluster.local' },
    ] as const;
    view = await openView(source, { size: SIZES[1]!, places: [...places] });
    await view.settled();
    expect(view.frame()).to.match(/Fix: .*Sidecar shop\/default/);
  });

  for (const size of SIZES) {
    it(`leads from the namespaces to the loser of a conflict at ${size.columns}×${size.rows}`, async () => {
      view = await openView(source, { size });
      await view.settled();
      expect(view.frame()).to.match(/^> catalog .*! 4/m);
      const list = await view.press('c');
      expect(list).to.match(/Conflicts\(catalog\)\[4\]/);
      expect(list).to.match(/^> ✘ wrong-place +rates.carrier.example.com/m);
      const conflict = await view.press('enter');
      expect(conflict).to.match(/^> ▾ ✘ catalog: ServiceEntry catalog\/carrier-sandbox/m);
      expect(conflict).to.match(/✘ over ServiceEntry partners\/carrier-rates: loses all/);
      expect(await view.press('j', 'j', 'j', 'enter')).to.match(/^ ServiceEntry partners\/carrier-rates /m);
      const back = await view.press('esc');
      expect(back).to.match(/^>.*loses: ServiceEntry partners\/carrier-rates/m);
      const end = await view.press('G');
      if (size.rows >= 50)
        expect(end).to.match(/\+ Fix: export ServiceEntry catalog\/carrier-sandbox to \., shop only/);
      expect(await view.press('w')).to.match(/^ Who sees rates.carrier.example.com/m);
    });

    it(`leads from a workload to the link of an ext_authz chain that fails at ${size.columns}×${size.rows}`, async () => {
      view = await openView(source, { size, places: [{ screen: 'workloads', namespace: 'shop' }] });
      if (size.columns >= 80) expect(view.frame()).to.match(/checkout .*✘ broken/);
      const chain = await view.press('/', 'checkout', 'enter', 'e');
      expect(chain).to.match(/1 CUSTOM policy holds for\s+shop\/checkout-\S+\s.*cannot\s+work/s);
      expect(chain).to.match(/^> +▾ ✘ cluster\s+outbound\|9191/m);
      expect(await view.press('j', 'enter')).to.match(/^> +- hosts:$/m);
    });
  }

  it('lists what every workload has checked', async () => {
    view = await openView(source, { size: SIZES[1]!, places: [{ screen: 'ext-authz' }] });
    expect(view.frame()).to.match(/payments +ledger +✔ works +payments\/postings-need-a-decision +order-policy/);
    expect(view.frame()).to.match(
      /shop +checkout +✘ broken +shop\/orders-need-a-decision +order-policy +requests that match/,
    );
    expect(await view.press('ctrl-z')).not.to.match(/ledger/);
  });

  it('offers the fix of an ext_authz chain once it is proven', async () => {
    view = await openView(source, {
      size: SIZES[1]!,
      places: [{ screen: 'policies', workload: 'shop/Deployment/checkout' }],
    });
    expect(view.frame()).to.match(
      /Fix: add "security\/policy-agent.security.svc.cluster.local" to Sidecar shop\/default/,
    );
  });

  it('says of a workload without CUSTOM policies that it has none', async () => {
    view = await openView(source, {
      size: SIZES[0]!,
      places: [{ screen: 'policies', workload: 'partners/Deployment/fulfilment' }],
    });
    expect(view.frame()).to.include('No CUSTOM policy holds for partners/fulfilment');
    expect(view.frame()).not.to.include('computing');
  });

  it('takes two escapes, or an escape and a key, that arrive as one', async () => {
    view = await openView(source, { size: SIZES[0]! });
    await view.press('G', 'enter');
    await view.press('enter');
    expect(await view.press('\u001bj')).to.match(/^> shop +checkout /m);
    await view.press('enter');
    expect(await view.press('\u001b\u001b')).to.match(/Namespaces\[6\]/);
  });

  it('says who sees a host', async () => {
    const host = 'card-vault.payments.svc.cluster.local';
    view = await openView(source, { size: SIZES[1]!, places: [{ screen: 'who', host }] });
    expect(view.frame()).to.match(/ledger +Deployment +✔ yes/);
    expect(view.frame()).to.match(/checkout +Deployment +✘ no/);
  });

  it('explains a workload without a proxy', async () => {
    view = await openView(source, {
      size: SIZES[0]!,
      places: [{ screen: 'hosts', workload: 'shop/StatefulSet/cart-store' }],
    });
    expect(view.frame()).to.include('cart-store runs no Istio proxy');
  });

  it('follows the size of the terminal, and says when it is too small', async () => {
    view = await openView(source, { size: SIZES[1]! });
    expect(await view.resize({ columns: 50, rows: 10 })).to.include('The terminal is 50×10; this view needs 60×15');
    const frame = await view.resize({ columns: 60, rows: 15 });
    expect(frame.split('\n').length).to.be.at.most(14);
    expect(frame).to.match(/^> catalog /m);
  });

  it('uses colour beside signs, and none where it is not wanted', async () => {
    view = await openView(source, { size: SIZES[0]!, colour: true });
    expect(view.raw()).to.include('\u001b[7m');
    view.close();
    view = await openView(source, { size: SIZES[0]! });
    expect(view.raw()).to.equal(view.frame());
  });

  it('keeps the cursor on its row, and marks what changed, when the mesh changes', async () => {
    view = await openView(source, { size: SIZES[0]!, places: [{ screen: 'workloads', namespace: 'catalog' }] });
    await view.press('G');
    expect(view.frame()).to.match(/^> catalog +search/m);
    const resources = source.snapshot.resources.filter(({ metadata }) => !metadata.name.startsWith('products-v1-'));
    view.server.show({ ...source, snapshot: { ...source.snapshot, resources } });
    await view.settled();
    expect(view.frame()).to.include('[3]');
    expect(view.frame()).to.match(/^>. catalog +search|^> catalog +search/m);
  });

  it('shows escapes in names harmlessly, and keeps columns with wide and right-to-left names', async () => {
    const names = ['\u001b[2Jevil', '東京-東京', 'שלום', 'plain'];
    const namespaces = names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
    const resources = [...source.snapshot.resources, ...namespaces];
    view = await openView({ ...source, snapshot: { ...source.snapshot, resources } }, { size: SIZES[0]! });
    expect(view.raw()).not.to.include('\u001b');
    expect(view.frame()).to.include('\ufffd[2Jevil');
    const rows = view.lines().filter((line) => /none/.test(line));
    const ends = rows.map((line) => columnsOf(line.slice(0, line.indexOf('none')).replaceAll('\u200e', '')));
    expect(new Set(ends).size).to.equal(1);
  });
});
