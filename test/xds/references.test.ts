import { expect } from 'chai';
import { danglingOf, providerUsesOf, referencesOf } from '../../src/xds/references.js';
import { configOf, entry, meshOf, pod, virtualService } from './support/mesh.js';

const http = (host: string, more = '') =>
  `hosts: [${host}], resolution: STATIC, ports: [{ number: 80, name: http, protocol: HTTP }]${more}`;
const WEB = entry('web', 'a', http('web.example.com'));
const SIDECAR = `
apiVersion: networking.istio.io/v1
kind: Sidecar
metadata: { name: default, namespace: a }
spec: { egress: [{ hosts: ["./*"] }] }
---`;

/** `kind cluster field` for each reference of the proxy. */
async function references(text: string, key = 'client.a', options = {}): Promise<string[]> {
  const mesh = await meshOf(text + pod('client', 'a') + pod('gate', 'a', 'router'), options);
  return referencesOf(mesh, configOf(mesh, key)).map(
    ({ cluster, from }) => `${from.kind} ${cluster}${from.by ? ` ${from.by.path}` : ''}`,
  );
}

async function dangling(text: string, key = 'client.a', options = {}): Promise<string[]> {
  const mesh = await meshOf(text + pod('client', 'a') + pod('gate', 'a', 'router'), options);
  return danglingOf(mesh, configOf(mesh, key)).map(({ cluster }) => cluster);
}

describe('references of a sidecar', () => {
  it('are a cluster of its own for each service without VirtualService', async () => {
    expect(await references(WEB)).to.deep.equal(['default outbound|80||web.example.com']);
  });

  it('are the destinations and mirrors of VirtualServices, with their fields', async () => {
    const spec = `hosts: [web.example.com], http: [{
      route: [{ destination: { host: x.example.com, port: { number: 1 }, subset: v1 }, weight: 90 },
              { destination: { host: y.example.com }, weight: 10 },
              { destination: { host: z.example.com }, weight: 0 }],
      mirrors: [{ destination: { host: m.example.com } }, { destination: { host: n.example.com }, percentage: { value: 0 } }] }]`;
    expect(await references(WEB + virtualService('v', 'a', spec))).to.deep.equal([
      'http outbound|1|v1|x.example.com spec.http[0].route[0].destination.host',
      'http outbound|80||y.example.com spec.http[0].route[1].destination.host',
      'mirror outbound|80||m.example.com spec.http[0].mirrors[0].destination.host',
    ]);
  });

  it('end with the first route that matches everything, and leave out what is not for the proxy', async () => {
    const route = (match: string, host: string) => `{ match: [${match}], route: [{ destination: { host: ${host} } }] }`;
    const spec = `hosts: [web.example.com], http: [
      ${route('{ sourceNamespace: b }', 'foreign.example.com')},
      ${route('{ port: 81 }', 'port.example.com')},
      ${route('{ uri: { prefix: /x }, sourceLabels: { app: client } }', 'x.example.com')},
      ${route('{ uri: { prefix: / } }', 'all.example.com')},
      ${route('{ uri: { prefix: /y } }', 'late.example.com')}]`;
    expect(await dangling(WEB + virtualService('v', 'a', spec))).to.deep.equal([
      'outbound|80||all.example.com',
      'outbound|80||x.example.com',
    ]);
  });

  it('fall back to the service when no route of the VirtualService holds', async () => {
    const spec = `hosts: [web.example.com], http: [{ match: [{ sourceNamespace: b }], route: [{ destination: { host: x.example.com } }] }]`;
    expect(await references(WEB + virtualService('v', 'a', spec))).to.deep.equal([
      'default outbound|80||web.example.com',
    ]);
  });

  it('hold hosts that no service has on port 80 only', async () => {
    const spec = `hosts: [other.example.com], http: [{ route: [{ destination: { host: x.example.com } }] }]`;
    expect(await dangling(WEB + virtualService('v', 'a', spec))).to.deep.equal(['outbound|80||x.example.com']);
    const elsewhere = WEB.replace('number: 80', 'number: 8080');
    expect(await dangling(elsewhere + virtualService('v', 'a', spec))).to.deep.equal([]);
  });

  it('follow an ExternalName Service to its target', async () => {
    const alias = `
apiVersion: v1
kind: Service
metadata: { name: alias, namespace: a }
spec: { type: ExternalName, externalName: nowhere.example.com, ports: [{ name: http, port: 80 }] }
---`;
    const spec = `hosts: [web.example.com], http: [{ route: [{ destination: { host: alias } }] }]`;
    expect(await dangling(WEB + alias + virtualService('v', 'a', spec))).to.deep.equal([
      'outbound|80||nowhere.example.com',
    ]);
  });

  it('outlive the merge of hostnames: the route stays, the cluster goes', async () => {
    const other = http('web.example.com').replace('number: 80', 'number: 81').replace('STATIC', 'DNS');
    expect(await dangling(WEB + entry('web-dns', 'a', other))).to.deep.equal(['outbound|81||web.example.com']);
  });

  it('are those of TLS routes, once for each set of server names', async () => {
    const tls = WEB.replace('protocol: HTTP', 'protocol: TLS');
    const route = (host: string) =>
      `{ match: [{ sniHosts: [web.example.com] }], route: [{ destination: { host: ${host} } }] }`;
    const spec = `hosts: [web.example.com], tls: [${route('one.example.com')}, ${route('two.example.com')}]`;
    expect(await dangling(tls + virtualService('v', 'a', spec))).to.deep.equal(['outbound|80||one.example.com']);
  });

  it('are those of the first TCP route that holds', async () => {
    const tcp = WEB.replace('protocol: HTTP', 'protocol: TCP');
    const spec = `hosts: [web.example.com], tcp: [
      { match: [{ port: 81 }], route: [{ destination: { host: one.example.com } }] },
      { route: [{ destination: { host: two.example.com } }] }, { route: [{ destination: { host: three.example.com } }] }]`;
    expect(await dangling(tcp + virtualService('v', 'a', spec))).to.deep.equal(['outbound|80||two.example.com']);
  });

  it('name the place for unknown traffic', async () => {
    const text = SIDECAR.replace(
      'spec: {',
      'spec: { outboundTrafficPolicy: { mode: ALLOW_ANY, egressProxy: { host: out.example.com, port: { number: 3128 } } },',
    );
    expect(await dangling(WEB + text)).to.deep.equal(['outbound|3128||out.example.com']);
  });

  it('name tracers and access logs that Telemetry or the mesh chooses', async () => {
    const meshConfig = `
defaultProviders: { accessLogging: [log] }
extensionProviders:
  - { name: otel, opentelemetry: { service: otel.example.com, port: 4317 } }
  - { name: log, envoyOtelAls: { service: log.example.com, port: 4317 } }`;
    const text = `
apiVersion: telemetry.istio.io/v1
kind: Telemetry
metadata: { name: mesh, namespace: istio-system }
spec: { tracing: [{ match: { mode: CLIENT }, providers: [{ name: OTEL }] }] }
---`;
    const services = entry('otel', 'b', http('otel.example.com')) + entry('log', 'b', http('log.example.com'));
    const all = WEB + SIDECAR + services + text;
    expect(await dangling(all, 'client.a', { meshConfig })).to.deep.equal([
      'outbound|4317||log.example.com',
      'outbound|4317||otel.example.com',
    ]);
    const mesh = await meshOf(all + pod('client', 'a'), { meshConfig });
    expect(
      providerUsesOf(mesh, configOf(mesh, 'client.a')).map(({ use, side, by }) => `${use} ${side} ${by.path}`),
    ).to.deep.equal([
      'tracing client spec.tracing[0].providers[0].name',
      'access-log client defaultProviders.accessLogging[0]',
      'access-log server defaultProviders.accessLogging[0]',
    ]);
    const off = text
      .replace('mesh, namespace: istio-system', 'own, namespace: a')
      .replace('providers: [{ name: OTEL }]', 'disableSpanReporting: true');
    expect(await dangling(all + off, 'client.a', { meshConfig })).to.deep.equal(['outbound|4317||log.example.com']);
  });
});

describe('references of a router', () => {
  const gateway = (servers: string) => `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: gate, namespace: a }
spec: { selector: { app: gate }, servers: [${servers}] }
---`;
  const route = (spec: string) => virtualService('v', 'a', `gateways: [gate], ${spec}`);

  it('are those of VirtualServices whose hosts meet a server', async () => {
    const text =
      gateway('{ port: { number: 80, name: http, protocol: HTTP }, hosts: ["*.example.com"] }') +
      route('hosts: [web.example.com], http: [{ route: [{ destination: { host: x.example.com } }] }]') +
      virtualService(
        'w',
        'a',
        'gateways: [gate], hosts: [web.other.com], http: [{ route: [{ destination: { host: y.example.com } }] }]',
      );
    expect(await dangling(text, 'gate.a')).to.deep.equal(['outbound|80||x.example.com']);
  });

  it('are those of the TCP route that holds for the server', async () => {
    const text =
      gateway('{ port: { number: 9000, name: tcp, protocol: TCP }, hosts: ["*"] }') +
      route(`hosts: ["*"], tcp: [{ match: [{ port: 1 }], route: [{ destination: { host: x.example.com } }] },
        { match: [{ port: 9000 }], route: [{ destination: { host: y.example.com } }] }]`);
    expect(await dangling(text, 'gate.a')).to.deep.equal(['outbound|9000||y.example.com']);
  });

  it('are those of TLS routes where TLS passes through, each server name once', async () => {
    const tls = (host: string) =>
      `{ match: [{ sniHosts: [web.example.com] }], route: [{ destination: { host: ${host}, port: { number: 443 } } }] }`;
    const text =
      gateway('{ port: { number: 443, name: tls, protocol: TLS }, tls: { mode: PASSTHROUGH }, hosts: ["*"] }') +
      route(`hosts: [web.example.com], tls: [${tls('one.example.com')}, ${tls('two.example.com')}]`);
    expect(await dangling(text, 'gate.a')).to.deep.equal(['outbound|443||one.example.com']);
  });

  it('are none for a server whose port another protocol has', async () => {
    const text =
      gateway(`{ port: { number: 80, name: http, protocol: HTTP }, hosts: ["*"] },
        { port: { number: 80, name: tcp, protocol: TCP }, hosts: ["*"] }`) +
      route('hosts: [web.example.com], tcp: [{ route: [{ destination: { host: x.example.com } }] }]');
    expect(await dangling(text, 'gate.a')).to.deep.equal([]);
  });
});
