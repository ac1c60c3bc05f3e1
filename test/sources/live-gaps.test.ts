import { expect } from 'chai';
import nock from 'nock';
import { fails } from './support/fails.js';
import {
  discovery,
  forbidden,
  gapOf,
  list,
  lists,
  namesOf,
  plural,
  readMesh,
  SERVER,
  service,
  status,
  useApi,
} from './support/api.js';

describe('sources: gaps of the live API', () => {
  useApi();

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
    nock(SERVER).get('/api/v1/services?limit=500').delay(10_000).reply(200, list([]));
    lists();
    expect(gapOf(await readMesh({ requestTimeout: '1s' }), 'Service')).to.include({
      message: 'no answer within 1000 ms',
    });
  });
});
