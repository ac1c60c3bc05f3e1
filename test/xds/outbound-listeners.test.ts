import { expect } from 'chai';
import { outboundListenersOf } from '../../src/xds/routes/proxy-listeners.js';
import { configOf, entry, meshOf, pod } from './support/mesh.js';

const tcp = (name: string, more = '') =>
  entry(
    name,
    'a',
    `hosts: [${name}.example.com], resolution: DNS, ports: [{ number: 9000, name: x, protocol: TCP }]${more}`,
  );
const of = (name: string, protocol: string, more = '') =>
  entry(
    name,
    'a',
    `hosts: [${name}.example.com], resolution: DNS, ports: [{ number: 9000, name: x, protocol: '${protocol}' }]${more}`,
  );

/** Listeners as `address_port`, each with what its chains lead to, and its losers with the reason. */
async function listeners(text: string, extra = '', options: { meshConfig?: string } = {}) {
  const mesh = await meshOf(text + pod('client', 'a', 'sidecar', extra), options);
  return Object.fromEntries(
    [...outboundListenersOf(mesh, configOf(mesh, 'client.a'))].map(([name, { chains, losers }]) => [
      name,
      [
        ...chains.map(({ leads, sniHosts }) =>
          'routeName' in leads
            ? `routes ${leads.routeName}`
            : `${sniHosts.length > 0 ? `${sniHosts.join()} ` : ''}${leads.targets.map(({ cluster }) => cluster).join()}`,
        ),
        ...losers.map(({ input, why }) => `${input.service.hostname} lost: ${why}`),
      ],
    ]),
  );
}

describe('outbound listeners of a sidecar', () => {
  it('gives a TCP port without address to the oldest', async () => {
    expect(await listeners(tcp('first') + tcp('second'))).to.deep.equal({
      '0.0.0.0_9000': ['outbound|9000||first.example.com', 'second.example.com lost: same-match'],
    });
  });

  it('tells TLS services on one port apart by their names', async () => {
    expect(await listeners(of('first', 'TLS') + of('second', 'HTTPS'))).to.deep.equal({
      '0.0.0.0_9000': [
        'first.example.com outbound|9000||first.example.com',
        'second.example.com outbound|9000||second.example.com',
      ],
    });
  });

  it('lets HTTP and TCP share a port in either order', async () => {
    for (const text of [of('web', 'HTTP') + tcp('raw'), tcp('raw') + of('web', 'HTTP')]) {
      const found = await listeners(text);
      expect(found['0.0.0.0_9000']).to.have.members(['routes 9000', 'outbound|9000||raw.example.com']);
    }
  });

  it('keeps undeclared protocols out of a port that detects already', async () => {
    expect(await listeners(of('web', 'HTTP') + of('any', ''))).to.deep.equal({
      '0.0.0.0_9000': ['routes 9000', 'any.example.com lost: detects-already'],
    });
  });

  it('does not mix protocols in which the server speaks first with others', async () => {
    expect(await listeners(of('db', 'Mongo') + of('web', 'HTTP'))).to.deep.equal({
      '0.0.0.0_9000': ['outbound|9000||db.example.com', 'web.example.com lost: server-speaks-first'],
    });
    expect(await listeners(of('db', 'Mongo') + tcp('raw'))).to.deep.equal({
      '0.0.0.0_9000': ['outbound|9000||db.example.com', 'raw.example.com lost: server-speaks-first'],
    });
  });

  it('listens on addresses, and for ranges on the wildcard', async () => {
    expect(
      await listeners(tcp('one', ', addresses: [10.1.1.1]') + tcp('many', ', addresses: [10.2.0.0/16]')),
    ).to.deep.equal({
      '10.1.1.1_9000': ['outbound|9000||one.example.com'],
      '0.0.0.0_9000': ['outbound|9000||many.example.com'],
    });
  });

  it('gives a service of its own address routes of its own when the protocol is not declared', async () => {
    expect(await listeners(of('any', '', ', addresses: [10.1.1.1]'))).to.deep.equal({
      '10.1.1.1_9000': ['outbound|9000||any.example.com', 'routes any.example.com:9000'],
    });
  });

  it('listens for each endpoint where nothing else tells services apart, but not for the proxy itself', async () => {
    const spec = `hosts: [peers.example.com], resolution: NONE, ports: [{ number: 9000, name: x, protocol: TCP }]`;
    const peers = entry('peers', 'a', `${spec}, endpoints: [{ address: 10.1.1.1 }, { address: 10.0.0.9 }]`);
    expect(await listeners(peers)).to.deep.equal({ '10.1.1.1_9000': ['outbound|9000||peers.example.com'] });
    expect(await listeners(entry('peers', 'a', spec))).to.have.keys('0.0.0.0_9000');
  });

  it('uses addresses that istiod allocated when the proxy captures DNS', async () => {
    const text = tcp('first').replace('---', 'status: { addresses: [{ value: 240.240.0.1 }] }\n---');
    const capturing = ', env: [{ name: ISTIO_META_DNS_CAPTURE, value: "true" }]';
    expect(await listeners(text, capturing)).to.have.keys('240.240.0.1_9000');
    expect(await listeners(text)).to.have.keys('0.0.0.0_9000');
  });

  it('takes proxyMetadata that the proxy was injected with over that of the mesh today', async () => {
    const text = tcp('first').replace('---', 'status: { addresses: [{ value: 240.240.0.1 }] }\n---');
    const injected = (config: string) => `, env: [{ name: PROXY_CONFIG, value: '${config}' }]`;
    const capturing = '{"proxyMetadata":{"ISTIO_META_DNS_CAPTURE":"true"}}';
    const meshConfig = `defaultConfig: ${capturing}`;
    expect(await listeners(text, injected(capturing))).to.have.keys('240.240.0.1_9000');
    expect(await listeners(text, injected('{}'), { meshConfig })).to.have.keys('0.0.0.0_9000');
    expect(await listeners(text, '', { meshConfig })).to.have.keys('240.240.0.1_9000');
  });

  it('leaves the port of an egress listener to it', async () => {
    const sidecar = `
apiVersion: networking.istio.io/v1
kind: Sidecar
metadata: { name: default, namespace: a }
spec:
  egress:
    - { port: { number: 9000, name: x, protocol: TCP }, hosts: [./first.example.com] }
    - { hosts: [./*] }
---`;
    expect(await listeners(tcp('first') + tcp('second') + sidecar)).to.deep.equal({
      '0.0.0.0_9000': [
        'outbound|9000||first.example.com',
        'first.example.com lost: port-of-sidecar',
        'second.example.com lost: port-of-sidecar',
      ],
    });
  });

  it('does not take the ports that the proxy needs itself', async () => {
    const spec = 'hosts: [x.example.com], resolution: DNS, ports: [{ number: 15001, name: x, protocol: HTTP }]';
    expect(await listeners(entry('x', 'a', spec))).to.deep.equal({});
  });

  it('takes the ports of status and metrics from the variables of the proxy', async () => {
    const onPort = (port: number) =>
      entry(
        `x-${port}`,
        'a',
        `hosts: [x-${port}.example.com], resolution: DNS, ports: [{ number: ${port}, name: x, protocol: HTTP }]`,
      );
    const ports = [15021, 15090, 15091, 15092, 16021, 16090];
    const env = {
      ENVOY_STATUS_PORT: '16021',
      ENVOY_PROMETHEUS_PORT: 'none',
      ENVOY_SECURE_METRICS_PORT: '15091',
      ENVOY_SECURE_MERGED_METRICS_PORT: '15092',
    };
    const variables = Object.entries(env).map(([name, value]) => `{ name: ${name}, value: "${value}" }`);
    const listenersOn = async (version: string, image = version) => {
      const extra = `, image: "proxyv2:${image}", env: [${variables.join()}]`;
      const mesh = await meshOf(`${pod('web', 'a', 'sidecar', extra)}${ports.map(onPort).join('')}`, { version });
      const found = outboundListenersOf(mesh, configOf(mesh, 'web.a'));
      return [...found.keys()].map((key) => Number(key.split('_')[1]));
    };
    expect(await listenersOn('1.31.0')).to.deep.equal([15021, 16090]);
    expect(await listenersOn('1.30.3')).to.deep.equal([15021, 15091, 15092, 16090]);
    expect(await listenersOn('1.31.0', '1.30.3')).to.deep.equal([15021, 15091, 15092, 16090]);
  });

  it('takes the ports that the proxy needs itself from the mesh config', async () => {
    const onPort = (port: number) =>
      entry(
        `x-${port}`,
        'a',
        `hosts: [x.example.com], resolution: DNS, ports: [{ number: ${port}, name: x, protocol: HTTP }]`,
      );
    const meshConfig = 'proxyListenPort: 16001\nproxyInboundListenPort: 16006';
    for (const port of [16001, 16006, 15021])
      expect(await listeners(onPort(port), '', { meshConfig }), String(port)).to.deep.equal({});
    expect(Object.keys(await listeners(onPort(15001), '', { meshConfig }))).to.deep.equal(['0.0.0.0_15001']);
  });
});
