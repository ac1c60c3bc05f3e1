import { expect } from 'chai';
import { configOf, entry, meshOf, pod } from './support/mesh.js';

const GATEWAY = `
apiVersion: v1
kind: Service
metadata: { name: cross, namespace: istio-system, labels: { topology.istio.io/network: far } }
spec: { type: LoadBalancer, clusterIP: 10.96.0.9, selector: { app: cross }, ports: [{ port: 15443, name: tls }] }
status: { loadBalancer: { ingress: [{ ip: 198.51.100.9 }] } }
---`;

const FAR = entry(
  'peers',
  'a',
  `hosts: [peers.example.com], resolution: STATIC, location: MESH_INTERNAL, ports: [{ number: 80, name: http, protocol: HTTP }],
   endpoints: [{ address: 10.1.1.1, network: far, labels: { security.istio.io/tlsMode: istio } }]`,
);

const onNetwork = (network: string) => `, env: [{ name: ISTIO_META_NETWORK, value: ${network} }]`;

async function endpoints(...[extra = '', label = '', peers = FAR]: string[]): Promise<string[]> {
  return addresses(extra, label, peers + GATEWAY);
}

async function addresses(extra: string, label: string, objects: string, options = {}): Promise<string[]> {
  const labelled = pod('web', 'a', 'sidecar', extra).replace('app: web', `app: web${label}`);
  const mesh = await meshOf(labelled + objects, options);
  const { clusters } = configOf(mesh, 'web.a');
  const cluster = clusters.find(({ name }) => name === 'outbound|80||peers.example.com')!;
  return cluster.endpoints.map(({ address }) => address);
}

const asking = (networks: string) => `, env: [{ name: ISTIO_META_REQUESTED_NETWORK_VIEW, value: "${networks}" }]`;

describe('the network view of a proxy', () => {
  it('leaves out the endpoints of other networks', async () => {
    expect(await endpoints(asking('near'))).to.deep.equal([]);
    expect(await endpoints(asking('near,far'))).to.deep.equal(['10.1.1.1']);
    expect(await endpoints(asking(''))).to.deep.equal(['10.1.1.1']);
  });

  it('holds endpoints of no network in any case', async () => {
    expect(await endpoints(asking('near'), '', FAR.replace(' network: far,', ''))).to.deep.equal(['10.1.1.1']);
  });
});

describe('the network of a proxy', () => {
  const label = (network: string) => `, topology.istio.io/network: ${network}`;

  it('is what the injector set in its container', async () => {
    expect(await endpoints(onNetwork('near'))).to.deep.equal(['198.51.100.9']);
    expect(await endpoints(onNetwork('far'))).to.deep.equal(['10.1.1.1']);
  });

  it('is its label where the container does not say', async () => {
    expect(await endpoints('', label('near'))).to.deep.equal(['198.51.100.9']);
    expect(await endpoints('', label('far'))).to.deep.equal(['10.1.1.1']);
  });

  it('follows the container where the label says something else', async () => {
    expect(await endpoints(onNetwork('near'), label('far'))).to.deep.equal(['198.51.100.9']);
  });
});

describe('a network gateway with a hostname', () => {
  const balanced = FAR + GATEWAY.replace('ip: 198.51.100.9', 'hostname: far.elb.example.com');
  const reached = (options: object) => addresses(onNetwork('near'), '', balanced, options);

  it('is reached under its name, which istiod resolves', async () => {
    for (const version of ['1.28.2', '1.30.3'])
      expect(await reached({ version })).to.deep.equal(['far.elb.example.com']);
  });

  it('is none where istiod is told not to resolve it', async () => {
    expect(await reached({ env: { RESOLVE_HOSTNAME_GATEWAYS: false } })).to.deep.equal(['10.1.1.1']);
  });
});
