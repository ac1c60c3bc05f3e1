import { expect } from 'chai';
import { extAuthzOf } from '../../src/xds/ext-authz/answer.js';
import { calledCluster } from '../../src/xds/ext-authz/called-cluster.js';
import { lookupCluster } from '../../src/xds/ext-authz/lookup-cluster.js';
import { faultsOf, nameFault } from '../../src/xds/ext-authz/provider-checks.js';
import { configOf, entry, meshOf, pod } from './support/mesh.js';

const SPEC = 'hosts: [auth.example.com], resolution: STATIC, ports: [{ number: 80, name: http, protocol: HTTP }]';
const MESH_CONFIG = `
extensionProviders:
  - { name: over-http, envoyExtAuthzHttp: { service: auth.example.com, port: 80, pathPrefix: /check } }
  - { name: over-grpc, envoyExtAuthzGrpc: { service: auth.example.com, port: 80, failOpen: true, statusOnError: "503" } }
  - { name: gone, envoyExtAuthzGrpc: { service: gone.example.com, port: 80 } }
  - { name: Loud, envoyExtAuthzGrpc: { service: auth.example.com, port: 80 } }
  - { name: tracer, zipkin: { service: auth.example.com, port: 80 } }`;

function policy(name: string, provider: string, { namespace = 'a', more = '', dryRun = false } = {}): string {
  const annotations = dryRun ? ', annotations: { istio.io/dry-run: "true" }' : '';
  return `
apiVersion: security.istio.io/v1
kind: AuthorizationPolicy
metadata: { name: ${name}, namespace: ${namespace}${annotations} }
spec: { action: CUSTOM, provider: { name: ${provider} }, rules: [{ to: [{ operation: { paths: [/admin] } }] }]${more} }
---`;
}

/** `chain effect` for each filter of the proxy `client.a`. */
async function filters(policies: string, version = '1.28.2', env = {}): Promise<string[]> {
  const mesh = await meshOf(entry('auth', 'a', SPEC) + policies + pod('client', 'a'), {
    version,
    env,
    meshConfig: MESH_CONFIG,
  });
  return extAuthzOf(mesh, configOf(mesh, 'client.a')).filters.map(({ chain, effect }) => {
    if (effect.kind === 'call') return `${chain} ${effect.provider.api} ${effect.cluster}`;
    return 'reason' in effect ? `${chain} ${effect.kind} ${effect.reason.code}` : `${chain} ${effect.kind}`;
  });
}

describe('lookupCluster', () => {
  const lookup = async (reference: string) => {
    const text = entry('one', 'a', SPEC) + entry('two', 'b', `${SPEC}, exportTo: ["~"]`);
    const other = SPEC.replace('auth.example.com', 'single.example.com');
    const mesh = await meshOf(text + entry('three', 'c', other));
    return lookupCluster(reference, 9999, mesh.world.registry);
  };

  it('takes the only service of a host, whatever its ports', async () => {
    expect(await lookup('single.example.com')).to.include({ cluster: 'outbound|9999||single.example.com' });
  });

  it('cannot choose between namespaces, hidden services included', async () => {
    expect(await lookup('auth.example.com')).to.deep.include({ error: 'ambiguous', namespaces: ['a', 'b'] });
    expect(await lookup('b/auth.example.com')).to.include({ cluster: 'outbound|9999||auth.example.com' });
  });

  it('does not look in other namespaces than the one that is named', async () => {
    expect(await lookup('c/auth.example.com')).to.deep.include({ error: 'not-found', namespaces: ['a', 'b'] });
  });

  it('takes more than one slash for a hostname', async () => {
    expect(await lookup('a/b/auth.example.com')).to.include({ error: 'not-found' });
    expect(await lookup('')).to.include({ error: 'empty' });
  });
});

describe('calledCluster', () => {
  it('finds that the name stands for another namespace in the proxy', async () => {
    const text = entry('one', 'a', SPEC) + entry('two', 'b', SPEC) + pod('client', 'c');
    const mesh = await meshOf(text);
    const found = lookupCluster('b/auth.example.com', 80, mesh.world.registry);
    if ('error' in found) throw new Error(found.message);
    const called = calledCluster(found, configOf(mesh, 'client.c'));
    expect(called).to.include({ held: 'by-another-namespace' });
    expect(called.cluster?.service.namespace).to.equal('a');
  });
});

describe('filters of CUSTOM policies', () => {
  it('call the provider on both chains, over HTTP on one', async () => {
    const cluster = 'outbound|80||auth.example.com';
    expect(await filters(policy('p', 'over-grpc'))).to.deep.equal([`http grpc ${cluster}`, `tcp grpc ${cluster}`]);
    expect(await filters(policy('p', 'over-http'))).to.deep.equal([`http http ${cluster}`, 'tcp pass']);
  });

  it('deny where the provider is missing, of another kind or not found', async () => {
    for (const [name, code] of [
      ['nobody', 'undefined-provider'],
      ['tracer', 'undefined-provider'],
      ['gone', 'unusable-provider'],
    ] as const) {
      expect(await filters(policy('p', name))).to.deep.equal([`http deny ${code}`, `tcp deny ${code}`]);
    }
  });

  it('allow one provider for a workload; from 1.30 on several, with a switch', async () => {
    const two = policy('p', 'over-grpc') + policy('q', 'gone');
    const refused = ['http deny several-providers', 'tcp deny several-providers'];
    expect(await filters(two)).to.deep.equal(refused);
    expect(await filters(two, '1.30.3')).to.deep.equal([refused[0], refused[0], refused[1], refused[1]]);
    const env = { PILOT_ENABLE_MULTIPLE_CUSTOM_AUTHZ_PROVIDERS: 'true' };
    expect(await filters(two, '1.30.3', env)).to.deep.equal([
      'http deny unusable-provider',
      'http grpc outbound|80||auth.example.com',
      'tcp deny unusable-provider',
      'tcp grpc outbound|80||auth.example.com',
    ]);
  });

  it('refuse names with capitals from 1.30 on', async () => {
    expect(await filters(policy('p', 'Loud'))).to.have.members([
      'http grpc outbound|80||auth.example.com',
      'tcp grpc outbound|80||auth.example.com',
    ]);
    expect(await filters(policy('p', 'Loud'), '1.30.0')).to.include('http deny unusable-provider');
  });

  it('count the providers of dry runs before 1.30', async () => {
    const beside = policy('p', 'over-grpc') + policy('q', 'gone', { dryRun: true });
    expect(await filters(beside)).to.include('http deny several-providers');
    expect(await filters(policy('q', 'gone', { dryRun: true }))).to.include('http crash unusable-provider');
    expect(await filters(policy('q', 'gone', { dryRun: true }), '1.30.0')).to.deep.equal([]);
    expect(await filters(policy('q', 'over-http', { dryRun: true }), '1.30.0')).to.deep.equal([
      'http http outbound|80||auth.example.com',
      'http deny-by-dry-run',
      'tcp pass',
    ]);
  });

  it('come from policies that select the workload, in its namespace or the root', async () => {
    const mesh = await meshOf(
      policy('root', 'nobody', { namespace: 'istio-system' }) +
        policy('own', 'nobody', { more: ', selector: { matchLabels: { app: client } }' }) +
        policy('other', 'nobody', { more: ', selector: { matchLabels: { app: other } }' }) +
        policy('gateway', 'nobody', { more: ', targetRefs: [{ kind: Gateway, name: x }]' }) +
        policy('elsewhere', 'nobody', { namespace: 'b' }) +
        pod('client', 'a'),
    );
    const { considered } = extAuthzOf(mesh, configOf(mesh, 'client.a'));
    expect(considered.map(({ object, outcome }) => `${object.metadata.name} ${outcome}`)).to.deep.equal([
      'root in-force',
      'own in-force',
      'other not-selected',
      'gateway target-needs-gateway',
    ]);
  });

  it('say which conditions a TCP chain leaves out', async () => {
    const mesh = await meshOf(entry('auth', 'a', SPEC) + policy('p', 'over-grpc') + pod('client', 'a'), {
      meshConfig: MESH_CONFIG,
    });
    const [http, tcp] = extAuthzOf(mesh, configOf(mesh, 'client.a')).filters;
    expect(http?.widened).to.deep.equal([]);
    expect(tcp?.widened.map(({ path }) => path)).to.deep.equal(['spec.rules[0].to[0].operation.paths']);
  });
});

describe('faults of a provider', () => {
  const fault = (settings: object, api: 'grpc' | 'http' = 'grpc') =>
    faultsOf({ service: 'a.b', port: 1, ...settings }, api).map(({ path }) => path);

  it('are none for what istiod takes', () => {
    for (const service of ['a', 'a.b.', '10.0.0.1', '*/a.b', '~/a.b', './*.b', 'ns/*']) {
      expect(fault({ service }), service).to.deep.equal([]);
    }
    expect(fault({ statusOnError: '403', pathPrefix: 'x' })).to.deep.equal([]);
  });

  it('name the field', () => {
    for (const service of ['', 'a_b', 'ns/short', 'a.b/c/d.e', '/a.b', 'ns/*a.b']) {
      expect(fault({ service }), service).to.deep.equal(['service']);
    }
    expect(fault({ port: 0 })).to.deep.equal(['port']);
    expect(fault({ port: 65536 })).to.deep.equal(['port']);
    expect(fault({ statusOnError: '299' })).to.deep.equal(['statusOnError']);
    expect(fault({ pathPrefix: 'x' }, 'http')).to.deep.equal(['pathPrefix']);
    expect(fault({ headersToUpstreamOnAllow: ['x', '*'] }, 'http')).to.deep.equal(['headersToUpstreamOnAllow']);
  });

  it('are what istiod 1.30 says of names', () => {
    expect(nameFault('my-authz-1')).to.equal(undefined);
    expect(nameFault('a'.repeat(64))?.message).to.include('too long');
    expect(nameFault('my_authz')?.message).to.include(`invalid character '_' at position 2`);
    expect(nameFault('Authz')?.message).to.include('uppercase letters not allowed');
    expect(nameFault('-a')?.message).to.include('cannot start or end with hyphen');
  });
});
