import { expect } from 'chai';
import nock from 'nock';
import { read } from '../../src/sources/read.js';
import { fails } from './support/fails.js';
import {
  discovery,
  gapOf,
  ISTIOD,
  KUBECONFIG,
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

describe('sources: the live API', () => {
  const { requests, watch } = useApi();

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

  it('reads the settings of no other istiod than that of -i', async () => {
    discovery();
    const other = { ...ISTIOD, metadata: { ...ISTIOD.metadata, namespace: 'other-mesh' } };
    nock(SERVER)
      .get('/apis/apps/v1/deployments')
      .query({ limit: 500, labelSelector: 'app=istiod' })
      .reply(200, list([ISTIOD, other]));
    watch(
      nock(SERVER)
        .persist()
        .get(/\/configmaps\//)
        .reply(404, status(404, 'configmaps not found')),
    );
    lists();
    await readMesh({ istioNamespace: 'istio-system' });
    expect(requests.map(({ path }) => path)).to.deep.equal(['/api/v1/namespaces/istio-system/configmaps/istio']);
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

  it('runs a credential plugin', async () => {
    discovery();
    watch(
      nock(SERVER)
        .persist()
        .get(/.*/)
        .optionally()
        .reply(200, () => list([])),
    );
    await readMesh({ context: ['plugin'] });
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
});
