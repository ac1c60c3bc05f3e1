import { expect } from 'chai';
import { allExtAuthz } from '../../src/explain/ext-authz/all-ext-authz.js';
import { explainExtAuthz } from '../../src/explain/ext-authz/ext-authz.js';
import type { Snapshot } from '../../src/model/snapshot.js';
import { Mesh } from '../../src/xds/mesh.js';
import { meshOf, entry, pod } from '../xds/support/mesh.js';

interface Setup {
  provider?: string;
  ports?: string;
  rules?: string;
  more?: string;
  gap?: string;
}

const ENDPOINT = 'endpoints: [{ address: 192.0.2.1 }]';

async function setup({
  provider = 'envoyExtAuthzGrpc: { service: auth.example.com, port: 80 }',
  ports = '{ number: 80, name: grpc, protocol: GRPC }',
  rules = '[{}]',
  more = '',
  gap,
}: Setup): Promise<Mesh> {
  const policy = `
apiVersion: security.istio.io/v1
kind: AuthorizationPolicy
metadata: { name: ask, namespace: a }
spec: { action: CUSTOM, provider: { name: authz }, rules: ${rules} }
---`;
  const spec = `hosts: [auth.example.com], resolution: STATIC, ports: [${ports}], ${ENDPOINT}`;
  const mesh = await meshOf(entry('auth', 'a', spec) + policy + more + pod('client', 'a'), {
    meshConfig: `extensionProviders: [{ name: authz, ${provider} }]`,
  });
  if (!gap) return mesh;
  const unread = { cause: 'forbidden', verb: 'list', resource: gap.toLowerCase(), kind: gap, message: 'no' } as const;
  const snapshot: Snapshot = { ...mesh.snapshot, gaps: [unread] };
  return new Mesh(snapshot, mesh.controlPlane);
}

/** The verdict, the first broken link, and what each chain gets. */
async function answer(given: Setup): Promise<string> {
  const mesh = await setup(given);
  const [proxy] = mesh.proxies;
  const { verdict, items } = explainExtAuthz(mesh, proxy!, { allProviders: false });
  const [item] = items;
  const failed = item?.steps.find(({ outcome }) => outcome === 'failed')?.step ?? '-';
  return `${verdict} ${failed} ${item?.effects.map(({ chain, gets }) => `${chain} ${gets}`).join(', ')}`;
}

describe('explainExtAuthz', () => {
  it('says what a call that fails leaves to requests', async () => {
    const port = 'service: auth.example.com, port: 81';
    expect(await answer({ provider: `envoyExtAuthzGrpc: { ${port} }` })).to.equal(
      'broken cluster http failed, tcp failed',
    );
    expect(await answer({ provider: `envoyExtAuthzGrpc: { ${port}, failOpen: true }` })).to.equal(
      'broken cluster http unchecked, tcp unchecked',
    );
    expect(await answer({ provider: 'envoyExtAuthzGrpc: { service: auth.example.com, port: 0 }' })).to.equal(
      'broken provider http denied, tcp denied',
    );
  });

  it('wants HTTP/2 for gRPC', async () => {
    const ports = '{ number: 80, name: http, protocol: HTTP }';
    expect(await answer({})).to.equal('works - http checked, tcp checked');
    expect(await answer({ ports })).to.equal('broken port http failed, tcp failed');
    const more = `
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: { name: upgrade, namespace: a }
spec: { host: auth.example.com, trafficPolicy: { connectionPool: { http: { h2UpgradePolicy: UPGRADE } } } }
---`;
    expect(await answer({ ports, more })).to.equal('works - http checked, tcp checked');
  });

  it('has no cluster for a UDP port', async () => {
    expect(await answer({ ports: '{ number: 80, name: udp-x, protocol: UDP }' })).to.match(
      /^broken cluster http failed/,
    );
  });

  it('takes what could not be read for undetermined, and slices that are unknown for no fault', async () => {
    for (const gap of ['AuthorizationPolicy', 'ConfigMap', 'Sidecar', 'ServiceEntry']) {
      expect(await answer({ gap }), gap).to.match(/^undetermined /);
    }
    expect(await answer({ gap: 'EndpointSlice' })).to.equal('works - http checked, tcp checked');
  });

  it('does not take policies that could not be read for none', async () => {
    const mesh = await setup({ gap: 'AuthorizationPolicy' });
    const list = allExtAuthz([{ mesh, proxies: [] }], { allProviders: false });
    expect(list).to.include({ verdict: 'undetermined', considered: 0 });
  });
});

describe('effects on TCP', () => {
  const text = async (rules: string) => {
    const mesh = await setup({ rules });
    const { items } = explainExtAuthz(mesh, mesh.proxies[0]!, { allProviders: false });
    return items[0]!.effects.find(({ chain }) => chain === 'tcp')!.text;
  };

  it('are for all connections where only HTTP conditions were written', async () => {
    expect(await text('[{ to: [{ operation: { paths: [/a] } }] }]')).to.match(/^all TCP connections \(TCP has no HTTP/);
    expect(await text('[{}]')).to.equal('all TCP connections are checked');
  });

  it('keep the conditions that TCP can see', async () => {
    expect(await text('[{ from: [{ source: { namespaces: [b] } }], to: [{ operation: { paths: [/a] } }] }]')).to.equal(
      'TCP connections that match the rules without their HTTP conditions are checked',
    );
    expect(await text('[{ from: [{ source: { namespaces: [b] } }] }]')).to.equal(
      'TCP connections that match the rules are checked',
    );
  });
});
