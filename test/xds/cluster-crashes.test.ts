import { expect } from 'chai';
import { groundOf } from '../../src/explain/ground.js';
import { entry, meshOf, pod } from './support/mesh.js';

function partner(name: string, exportTo = '*', localities = ['r1', 'r2']): string {
  const endpoints = localities.map((locality, i) => `{ address: e${i}.example.com, locality: ${locality} }`).join();
  const spec = `hosts: [${name}.example.com], resolution: DNS, exportTo: ["${exportTo}"], ports: [{ number: 80, name: http }], endpoints: [${endpoints}]`;
  return entry(name, 'shop', spec).replace(
    'namespace: shop',
    'namespace: shop, annotations: { networking.istio.io/traffic-distribution: PreferClose }',
  );
}

const sidecar = (namespace: string, hosts: string) => `
apiVersion: networking.istio.io/v1
kind: Sidecar
metadata: { name: narrow, namespace: ${namespace} }
spec: { egress: [{ hosts: ["${hosts}"] }] }
---`;

const REMOVAL = `
apiVersion: networking.istio.io/v1alpha3
kind: EnvoyFilter
metadata: { name: without, namespace: shop }
spec: { configPatches: [{ applyTo: CLUSTER, match: { cluster: { service: one.example.com } }, patch: { operation: REMOVE } }] }
---`;

async function crashes(text: string, settings: { version?: string; env?: object } = {}): Promise<string[]> {
  const { assumed } = groundOf(await meshOf(text, { version: '1.30.3', ...settings }));
  return assumed.flatMap((line) => /^istiod runs, although it crashes on (.+?)(?::.*)?$/.exec(line)?.[1] ?? []);
}

const BY_WEB = 'ServiceEntry shop/one, when sidecar shop/web asks for its clusters';

describe('what every answer says of clusters on which istiod crashes', () => {
  it('names the object and a proxy that gets its cluster', async () => {
    expect(await crashes(`${pod('web', 'shop')}${partner('one')}`)).to.deep.equal([BY_WEB]);
    expect(await crashes(`${pod('web', 'shop')}${partner('one', '*', ['r1', 'r1'])}`)).to.deep.equal([]);
    expect(await crashes(`${pod('web', 'shop')}${partner('one')}`, { version: '1.29.6' })).to.deep.equal([]);
  });

  it('is true of clusters that an EnvoyFilter removes, which istiod builds first', async () => {
    expect(await crashes(`${pod('web', 'shop')}${partner('one')}${REMOVAL}`)).to.deep.equal([BY_WEB]);
  });

  it('looks for proxies in all namespaces that see the host', async () => {
    const far = 'ServiceEntry shop/one, when sidecar far/app asks for its clusters';
    const both = `${pod('web', 'shop')}${pod('app', 'far')}${partner('one')}`;
    expect(await crashes(`${both}${sidecar('shop', 'far/*')}`)).to.deep.equal([far]);
    expect(await crashes(`${both}${sidecar('shop', 'far/*')}${sidecar('far', './*')}`)).to.deep.equal([]);
    expect(await crashes(`${pod('app', 'far')}${partner('one', '.')}`)).to.deep.equal([]);
    expect(await crashes(partner('one'))).to.deep.equal([]);
  });

  it('leaves out gateways that do not get the cluster', async () => {
    const gate = `${pod('gate', 'edge', 'router')}${partner('one')}`;
    const env = { PILOT_FILTER_GATEWAY_CLUSTER_CONFIG: 'true' };
    expect(await crashes(gate)).to.deep.equal(['ServiceEntry shop/one, when router edge/gate asks for its clusters']);
    expect(await crashes(gate, { env })).to.deep.equal([]);
  });

  it('shows a few of many', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const found = await crashes(`${pod('web', 'shop')}${names.map((name) => partner(name)).join('')}`);
    expect(found).to.have.length(4);
    expect(found[3]).to.equal('more objects in the same ways');
  });

  describe('outlier detection at a dynamic forward proxy', () => {
    const wildcard = (protocol = 'HTTP') =>
      entry(
        'any',
        'shop',
        `hosts: ["*.example.com"], resolution: DYNAMIC_DNS, location: MESH_EXTERNAL, ports: [{ number: 80, name: p, protocol: ${protocol} }]`,
      );
    const rule = (policy: string, host = '*.example.com') => `
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: { name: any, namespace: shop }
spec: { host: "${host}", trafficPolicy: { ${policy} } }
---`;
    const OUTLIERS = 'outlierDetection: { consecutive5xxErrors: 3 }';
    const onPort = (port: number) => `portLevelSettings: [{ port: { number: ${port} }, ${OUTLIERS} }]`;
    const found = ['ServiceEntry shop/any, when sidecar shop/web asks for its clusters'];
    const ask = (text: string, version = '1.30.3') => crashes(`${pod('web', 'shop')}${text}`, { version });

    it('crashes istiod, whatever it says and whatever host the rule is for', async () => {
      for (const policy of [OUTLIERS, 'outlierDetection: {}', 'outlierDetection: { minHealthPercent: 50 }', onPort(80)])
        expect(await ask(wildcard() + rule(policy)), policy).to.deep.equal(found);
      expect(await ask(wildcard('TLS') + rule(OUTLIERS, '*'), '1.31.0')).to.deep.equal(found);
    });

    it('crashes istiod at the waypoint of the host, if only a subset detects outliers', async () => {
      const waypoint = `
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: wp, namespace: shop }
spec: { gatewayClassName: istio-waypoint, listeners: [{ name: mesh, port: 15008, protocol: HBONE }] }
status: { addresses: [{ type: IPAddress, value: 10.96.0.2 }] }
---
apiVersion: v1
kind: Service
metadata: { name: wp, namespace: shop }
spec: { clusterIP: 10.96.0.2, clusterIPs: [10.96.0.2], selector: { gateway.networking.k8s.io/gateway-name: wp }, ports: [{ port: 15008, name: mesh }] }
---${pod('wp-0', 'shop', 'waypoint').replace('app: wp-0', 'gateway.networking.k8s.io/gateway-name: wp')}`;
      const owned = wildcard().replace('namespace: shop', 'namespace: shop, labels: { istio.io/use-waypoint: wp }');
      const ofSubset = rule('connectionPool: { tcp: { maxConnections: 3 } }').replace(
        'trafficPolicy:',
        `subsets: [{ name: v1, labels: { v: "1" }, trafficPolicy: { ${OUTLIERS} } }], trafficPolicy:`,
      );
      const env = { PILOT_ENABLE_AMBIENT: 'true' };
      const text = 'ServiceEntry shop/any, when waypoint shop/wp-0 asks for its clusters';
      expect(await crashes(waypoint + owned + ofSubset, { env })).to.deep.equal([text]);
      expect(await crashes(waypoint + owned + rule(OUTLIERS), { env })).to.deep.equal([text]);
      expect(await crashes(waypoint + wildcard() + rule(OUTLIERS), { env })).to.deep.equal([]);
      expect(await ask(wildcard() + ofSubset)).to.deep.equal([]);
    });

    it('does not where the cluster or the outlier detection is another', async () => {
      for (const policy of ['connectionPool: { tcp: { maxConnections: 3 } }', onPort(81)])
        expect(await ask(wildcard() + rule(policy)), policy).to.deep.equal([]);
      expect(await ask(wildcard() + rule(OUTLIERS), '1.29.6')).to.deep.equal([]);
      expect(await ask(wildcard() + rule(OUTLIERS, 'other.example.org'))).to.deep.equal([]);
      expect(await ask(wildcard('TCP') + rule(OUTLIERS))).to.deep.equal([]);
    });
  });
});
