import { expect } from 'chai';
import { configOf, meshOf, pod } from './support/mesh.js';

function gateway(name: string, servers: string): string {
  return `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: ${name}, namespace: a }
spec: { selector: { app: gate }, servers: [${servers}] }
---`;
}

function service(name: string, namespace: string, ports: string, more = ''): string {
  return `
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: ${namespace}${more} }
spec: { selector: { app: gate }, ports: [${ports}] }
---`;
}

const tls = (port: string, hosts: string, mode = 'PASSTHROUGH', more = '') =>
  `{ port: { number: ${port}, name: tls-${port}, protocol: TLS }, tls: { mode: ${mode} }, hosts: [${hosts}]${more} }`;
const plain = (port: number, protocol: string, more = '') =>
  `{ port: { number: ${String(port)}, name: p, protocol: ${protocol} }, hosts: ["*"]${more} }`;

/** `gateway[index] listenPort` of each server that router gate.a serves. */
async function servers(text: string, version = '1.28.2'): Promise<string[]> {
  const mesh = await meshOf(text + pod('gate', 'a', 'router'), { version });
  const { binding } = configOf(mesh, 'gate.a');
  return (binding?.servers ?? []).map(
    ({ gateway: { metadata }, index, listenPort }) => `${metadata.name}[${String(index)}] ${String(listenPort)}`,
  );
}

async function passesThrough(text: string): Promise<boolean> {
  const mesh = await meshOf(text + pod('gate', 'a', 'router'));
  return configOf(mesh, 'gate.a').binding!.autoPassthrough;
}

describe('servers of the Gateways of one router', () => {
  it('leave out a TLS server with a taken host, which then takes none of its other hosts', async () => {
    const text =
      gateway('one', tls('443', 'x.com')) +
      gateway('two', tls('443', 'x.com, y.com')) +
      gateway('three', tls('443', 'y.com'));
    expect(await servers(text)).to.deep.equal(['one[0] 443', 'three[0] 443']);
  });

  it('route by SNI to every service although an earlier server of the same Gateway was left out', async () => {
    const refused = gateway('one', tls('443', 'x.com')) + gateway('two', tls('443', 'x.com, y.com'));
    expect(await passesThrough(refused + gateway('three', tls('443', 'y.com', 'AUTO_PASSTHROUGH')))).to.equal(true);
    expect(await passesThrough(refused + gateway('three', tls('443', 'x.com', 'AUTO_PASSTHROUGH')))).to.equal(false);
  });

  it('may have one host at two addresses', async () => {
    const text =
      gateway('one', tls('443', 'x.com')) + gateway('two', tls('443', 'x.com', 'PASSTHROUGH', ', bind: 10.0.0.1'));
    expect(await servers(text)).to.deep.equal(['one[0] 443', 'two[0] 443']);
  });

  it('share a port when all are HTTP, and not with TCP or TLS', async () => {
    const text = gateway('g', [plain(80, 'HTTP'), plain(80, 'HTTP2'), plain(80, 'TCP'), tls('80', 'x.com')].join());
    expect(await servers(text)).to.deep.equal(['g[0] 80', 'g[1] 80']);
  });

  it('open plain text beside TLS from 1.26 on; before, the first of each address only', async () => {
    const text = gateway('g', [tls('443', 'x.com'), plain(443, 'TCP'), plain(443, 'HTTP')].join());
    expect(await servers(text)).to.deep.equal(['g[0] 443', 'g[1] 443']);
    expect(await servers(text, '1.25.5')).to.deep.equal(['g[0] 443', 'g[1] 443']);
    const twice = gateway('g', [tls('443', 'x.com'), plain(443, 'HTTP'), plain(443, 'HTTP')].join());
    expect(await servers(twice)).to.deep.equal(['g[0] 443', 'g[1] 443', 'g[2] 443']);
    expect(await servers(twice, '1.25.5')).to.deep.equal(['g[0] 443', 'g[1] 443']);
  });

  describe('listen on', () => {
    const text = gateway('g', plain(80, 'HTTP'));

    it('the target port of the first Service that the router is an instance of', async () => {
      const own = service('own', 'a', '{ name: http, port: 80, targetPort: 8080 }');
      expect(await servers(text + own)).to.deep.equal(['g[0] 8080']);
      expect(await servers(text + service('other', 'a', '{ name: http, port: 81, targetPort: 1 }'))).to.deep.equal([
        'g[0] 80',
      ]);
    });

    it('the port itself where only Services of others translate it', async () => {
      const foreign = service('foreign', 'b', '{ name: http, port: 80, targetPort: 8080 }');
      const unrelated = foreign.replace('namespace: b', 'namespace: a').replace('app: gate', 'app: other');
      expect(await servers(text + foreign)).to.deep.equal(['g[0] 80']);
      expect(await servers(text + unrelated)).to.deep.equal(['g[0] 80']);
    });

    it('the port itself where the Service opts out', async () => {
      const label = ', labels: { experimental.istio.io/disable-gateway-port-translation: "true" }';
      const own = service('own', 'a', '{ name: http, port: 80, targetPort: 8080 }', label);
      expect(await servers(text + own)).to.deep.equal(['g[0] 80']);
    });
  });

  describe('of a Gateway that names its Service', () => {
    const named = `
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: istio }
spec: { controllerName: istio.io/gateway-controller }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: g, namespace: a }
spec:
  gatewayClassName: istio
  addresses: [{ type: Hostname, value: own }]
  listeners:
    - { name: plain, port: 80, protocol: HTTP }
    - { name: other, port: 81, protocol: HTTP }
---`;
    const ports = async (text: string) => (await servers(named + text)).map((line) => line.split(' ')[1]);

    it('listen on the ports that this Service has, and on no other', async () => {
      expect(await ports(service('own', 'a', '{ name: http, port: 80, targetPort: 8080 }'))).to.deep.equal(['8080']);
    });

    it('take no port from another Service of the router, nor its opting out', async () => {
      const other = service('also', 'a', '{ name: http, port: 81, targetPort: 8181 }');
      const label = ', labels: { experimental.istio.io/disable-gateway-port-translation: "true" }';
      const own = service('own', 'a', '{ name: http, port: 80, targetPort: 8080 }', label);
      expect(await ports(other + own)).to.deep.equal(['8080']);
    });
  });
});
