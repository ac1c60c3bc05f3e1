import { expect } from 'chai';
import nock from 'nock';
import { errorOf, fails } from './support/fails.js';
import { read, type Loaded, type ReadFlags } from '../../src/sources/read.js';
import {
  discovery,
  forbidden,
  ISTIOD,
  KUBECONFIG,
  list,
  lists,
  plural,
  SERVER,
  service,
  status,
} from './support/api.js';

const readMesh = (flags: ReadFlags = {}): Promise<Loaded> => read({ kubeconfig: KUBECONFIG, ...flags }, { env: {} });

const namesOf = ({ snapshot }: Loaded, kind: string): string[] =>
  snapshot.resources.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);

const gapOf = ({ snapshot }: Loaded, kind: string) => snapshot.gaps.find((gap) => gap.kind === kind);

describe('sources: the live API', () => {
  const requests: { path: string; headers: Record<string, string> }[] = [];

  before(() => {
    if (!nock.isActive()) nock.activate();
  });
  after(() => {
    nock.restore();
  });

  beforeEach(() => {
    requests.length = 0;
    nock.disableNetConnect();
  });

  afterEach(() => {
    for (const { path } of requests) expect(path).not.to.include('/secrets');
    nock.abortPendingRequests();
    nock.cleanAll();
    nock.enableNetConnect();
  });

  const watch = (scope: nock.Scope): void => {
    scope.on('request', (request: { path: string; headers: Record<string, string> }) => requests.push(request));
  };

  it('reads a mesh: objects are typed and stripped, istiod and its mesh config are found', async () => {
    discovery();
    nock(SERVER)
      .get('/api/v1/namespaces/istio-system/configmaps/istio')
      .reply(200, {
        metadata: { name: 'istio', namespace: 'istio-system' },
        data: { mesh: 'rootNamespace: mesh-root' },
      });
    nock(SERVER)
      .get('/apis/apps/v1/deployments')
      .query({ limit: 500, labelSelector: 'app=istiod' })
      .reply(200, list([ISTIOD]));
    lists({ services: [service('web')], sidecars: [{ metadata: { name: 'default', namespace: 'shop' }, spec: {} }] });
    const loaded = await readMesh();
    const { snapshot } = loaded;
    expect(snapshot.resources.find(({ kind }) => kind === 'Service')).to.deep.equal({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { ports: [{ name: 'http', port: 80 }] },
    });
    expect(snapshot.resources.find(({ kind }) => kind === 'Sidecar')?.apiVersion).to.equal('networking.istio.io/v1');
    expect(snapshot.controlPlanes).to.have.length(1);
    expect(snapshot.controlPlanes[0]).to.include({
      version: '1.28.2',
      meshConfigSource: 'ConfigMap istio-system/istio',
    });
    expect(snapshot.controlPlanes[0]?.meshConfig.rootNamespace).to.equal('mesh-root');
    expect(snapshot.ground.from).to.deep.equal(['mesh']);
    expect(snapshot.gaps.map(({ kind, cause }) => `${kind} ${cause}`)).to.include('HTTPRoute not-installed');
    expect(loaded.namespace).to.equal('default');
  });

  it('never asks for Secrets, and sends the token', async () => {
    discovery();
    watch(
      nock(SERVER)
        .persist()
        .get(/.*/)
        .optionally()
        .reply(200, (uri) => list(plural(uri) === 'services' ? [service('a')] : [])),
    );
    await readMesh();
    expect(requests.length).to.be.greaterThan(10);
    expect(new Set(requests.map(({ headers }) => headers.authorization))).to.deep.equal(new Set(['Bearer from-file']));
  });

  it('follows pages, and starts again when a page has expired', async () => {
    discovery();
    const services = (token?: string) =>
      nock(SERVER)
        .get('/api/v1/services')
        .query(token ? { limit: 500, continue: token } : { limit: 500 });
    services().reply(200, list([service('old')], 'one'));
    services('one').reply(410, status(410, 'The provided continue parameter is too old'));
    services().reply(200, list([service('a')], 'two'));
    services('two').reply(200, list([service('b')]));
    lists();
    const loaded = await readMesh();
    expect(namesOf(loaded, 'Service')).to.deep.equal(['a', 'b']);
    expect(gapOf(loaded, 'Service')).to.equal(undefined);
  });

  it('gives up a list that expires for ever, and takes no part of it', async () => {
    discovery();
    nock(SERVER)
      .persist()
      .get('/api/v1/services')
      .query({ limit: 500 })
      .reply(200, list([service('a')], 'one'));
    nock(SERVER)
      .persist()
      .get('/api/v1/services')
      .query({ limit: 500, continue: 'one' })
      .reply(410, status(410, 'too old'));
    lists();
    const loaded = await readMesh();
    expect(namesOf(loaded, 'Service')).to.deep.equal([]);
    expect(gapOf(loaded, 'Service')).to.deep.equal({
      cause: 'failed',
      verb: 'list',
      resource: 'services',
      kind: 'Service',
      message: 'too old',
    });
  });

  it('turns a forbidden kind into a gap, after trying the namespaces at hand', async () => {
    discovery();
    nock(SERVER).get('/apis/networking.istio.io/v1/sidecars?limit=500').reply(403, forbidden('sidecars'));
    nock(SERVER)
      .get('/apis/networking.istio.io/v1/namespaces/shop/sidecars?limit=500')
      .reply(200, list([{ metadata: { name: 'mine', namespace: 'shop' } }]));
    nock(SERVER)
      .get('/apis/networking.istio.io/v1/namespaces/istio-system/sidecars?limit=500')
      .reply(403, forbidden('sidecars'));
    lists();
    const loaded = await readMesh({ namespace: 'shop' });
    expect(namesOf(loaded, 'Sidecar')).to.deep.equal(['mine']);
    expect(gapOf(loaded, 'Sidecar')).to.deep.equal({
      cause: 'forbidden',
      verb: 'list',
      resource: 'sidecars.networking.istio.io',
      kind: 'Sidecar',
      readNamespaces: ['shop'],
      message: 'sidecars is forbidden: User "dev" cannot list resource "sidecars" at the cluster scope',
    });
  });

  it('reads one namespace with the rights of a Role', async () => {
    discovery();
    const inShop = /\/namespaces\/shop\//;
    nock(SERVER)
      .get('/api/v1/namespaces/shop')
      .reply(200, { metadata: { name: 'shop', labels: { mesh: 'on' } } });
    nock(SERVER)
      .persist()
      .get((uri) => inShop.test(uri))
      .reply(200, (uri) => list(plural(uri) === 'services' ? [service('web')] : []));
    nock(SERVER)
      .persist()
      .get(/.*/)
      .reply(403, (uri) => forbidden(plural(uri)));
    const loaded = await readMesh({ context: 'shop' });
    expect(loaded.namespace).to.equal('shop');
    expect(namesOf(loaded, 'Service')).to.deep.equal(['web']);
    expect(namesOf(loaded, 'Namespace')).to.deep.equal(['shop']);
    expect(gapOf(loaded, 'Service')?.readNamespaces).to.deep.equal(['shop']);
    expect(gapOf(loaded, 'Node')).to.not.have.property('readNamespaces');
    expect(gapOf(loaded, 'ConfigMap')).to.include({ verb: 'get', namespace: 'istio-system', cause: 'forbidden' });
  });

  it('fails when nothing may be read', async () => {
    discovery();
    nock(SERVER)
      .persist()
      .get(/.*/)
      .reply(403, (uri) => forbidden(plural(uri)));
    await fails(
      readMesh(),
      'Context mesh may read nothing of the mesh: namespaces is forbidden: User "dev" cannot list resource "namespaces" at the cluster scope.',
    );
  });

  it('reads the newest version that is served', async () => {
    discovery({ 'networking.istio.io': { v1alpha3: ['sidecars', 'serviceentries'], v1beta1: ['sidecars'] } });
    lists({
      sidecars: [{ metadata: { name: 'default', namespace: 'shop' } }],
      serviceentries: [{ metadata: { name: 'api', namespace: 'shop' } }],
    });
    const { snapshot } = await readMesh();
    const versions = snapshot.resources.map(({ kind, apiVersion }) => `${kind} ${apiVersion}`);
    expect(versions).to.deep.equal([
      'ServiceEntry networking.istio.io/v1alpha3',
      'Sidecar networking.istio.io/v1beta1',
    ]);
    expect(snapshot.gaps.find(({ kind }) => kind === 'Telemetry')).to.deep.equal({
      cause: 'not-installed',
      verb: 'list',
      resource: 'telemetries.telemetry.istio.io',
      kind: 'Telemetry',
      message: 'the API server does not have telemetries.telemetry.istio.io',
    });
  });

  it('tries versions when discovery is forbidden', async () => {
    nock(SERVER)
      .persist()
      .get(/^\/apis\/[^/]+$/)
      .reply(403, status(403, 'forbidden'));
    nock(SERVER)
      .persist()
      .get(/\/v1\/sidecars/)
      .reply(404, '404 page not found');
    lists({ sidecars: [{ metadata: { name: 'default', namespace: 'shop' } }] });
    const { snapshot } = await readMesh();
    expect(snapshot.resources.map(({ apiVersion }) => apiVersion)).to.deep.equal(['networking.istio.io/v1beta1']);
  });

  it('waits when the server is busy, and asks once more after a server error or a broken answer', async () => {
    discovery();
    nock(SERVER)
      .get('/api/v1/services?limit=500')
      .times(2)
      .reply(429, status(429, 'too many requests'), { 'retry-after': '0' });
    nock(SERVER).get('/api/v1/pods?limit=500').reply(500, status(500, 'etcd timed out'));
    nock(SERVER).get('/api/v1/nodes?limit=500').reply(200, '{"items":[{"metadata":');
    lists({ services: [service('a')], pods: [service('p')], nodes: [{ metadata: { name: 'n' } }] });
    const loaded = await readMesh();
    expect(loaded.snapshot.resources.map(({ kind }) => kind)).to.deep.equal(['Node', 'Service', 'Pod']);
  });

  for (const [what, reply, message] of [
    ['a server error for ever', [500, status(500, 'etcd timed out')], 'etcd timed out'],
    ['a busy server for ever', [429, status(429, 'too many requests'), { 'retry-after': '0' }], 'too many requests'],
    ['a cut answer', [200, '{"items":[{"metadata":'], 'the answer is not whole JSON'],
    ['an object that is no list', [200, { kind: 'Service' }], 'the answer is not a list'],
    [
      'a web page',
      [200, '<html>Log in</html>', { 'content-type': 'text/html' }],
      'the server answered with a web page (text/html), not as a Kubernetes API: a login page or proxy may stand between',
    ],
  ] as [string, [number, string | object, Record<string, string>?], string][]) {
    it(`makes a gap of ${what}`, async () => {
      discovery();
      nock(SERVER)
        .persist()
        .get('/api/v1/services?limit=500')
        .reply(...reply);
      lists();
      expect(gapOf(await readMesh(), 'Service')).to.include({ cause: 'failed', message });
    });
  }

  it('makes a gap of a kind that does not answer in time', async () => {
    discovery();
    nock(SERVER).get('/api/v1/services?limit=500').delay(2000).reply(200, list([]));
    lists();
    expect(gapOf(await readMesh({ requestTimeout: '200ms' }), 'Service')).to.include({
      message: 'no answer within 200 ms',
    });
  });

  it('runs a credential plugin', async () => {
    discovery();
    watch(
      nock(SERVER)
        .persist()
        .get(/.*/)
        .optionally()
        .reply(200, () => list([])),
    );
    await readMesh({ context: 'plugin' });
    expect(requests[0]?.headers.authorization).to.equal('Bearer from-plugin');
  });

  it('impersonates', async () => {
    discovery();
    watch(
      nock(SERVER)
        .persist()
        .get(/.*/)
        .optionally()
        .reply(200, () => list([])),
    );
    await readMesh({ as: 'jane', asGroup: ['dev', 'ops'] });
    expect(requests[0]?.headers).to.include({ 'impersonate-user': 'jane' });
    expect(requests[0]?.headers['impersonate-group']).to.equal('dev, ops');
  });

  it('says what was done', async () => {
    discovery();
    lists({ services: [service('a')] });
    const lines: string[] = [];
    await read({ kubeconfig: KUBECONFIG }, { env: {}, progress: (line) => lines.push(line) });
    expect(lines).to.include.members(['services: 1 read', '1 objects read']);
  });

  it('stops when asked to', async () => {
    discovery();
    lists();
    const stop = new AbortController();
    const reading = read({ kubeconfig: KUBECONFIG }, { env: {}, signal: stop.signal });
    stop.abort(new Error('enough'));
    await fails(reading, 'enough');
  });

  describe('one error for all', () => {
    const all = (code: string, message: string): void => {
      nock(SERVER)
        .persist()
        .get(/.*/)
        .replyWithError(Object.assign(new Error(message), { code }));
    };

    it('when the server cannot be reached', async () => {
      all('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:6443');
      await fails(
        readMesh(),
        'Cannot reach the API server https://mesh.example:6443: connect ECONNREFUSED 10.0.0.1:6443.',
        'Is context mesh the right one, the cluster running, the VPN up?',
      );
    });

    it('when its certificate is not trusted', async () => {
      all('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate');
      await fails(readMesh(), 'The certificate of https://mesh.example:6443 is not trusted: self-signed certificate.');
    });

    it('when the token has expired', async () => {
      nock(SERVER).persist().get(/.*/).reply(401, status(401, 'Unauthorized'));
      await fails(
        readMesh(),
        'https://mesh.example:6443 refused the credentials of user dev (401: Unauthorized).',
        'A token may have expired: log in again. `kubectl get namespaces` uses the same credentials.',
      );
    });

    it('when the token expires in the middle', async () => {
      discovery();
      nock(SERVER).get('/api/v1/pods?limit=500').reply(401, status(401, 'Unauthorized'));
      lists();
      await fails(readMesh(), 'https://mesh.example:6443 refused the credentials of user dev (401: Unauthorized).');
    });

    it('when a web page answers', async () => {
      nock(SERVER).persist().get(/.*/).reply(200, '<html>', { 'content-type': 'text/html' });
      await fails(
        readMesh(),
        'The API server https://mesh.example:6443 could not be read: the server answered with a web page (text/html), not as a Kubernetes API: a login page or proxy may stand between.',
      );
    });

    it('when the credential plugin is missing', async () => {
      const error = await errorOf(readMesh({ context: 'broken-plugin' }));
      expect(error.message).to.match(/^The credential plugin .*not-there\.sh failed: spawn .* ENOENT\.$/);
      expect(error).to.have.property('hint', 'Install the plugin.');
    });
  });
});
