import { join } from 'node:path';
import { expect } from 'chai';
import nock from 'nock';
import { read, type Loaded, type ReadFlags } from '../../src/sources/read.js';
import { errorOf } from './support/fails.js';
import { ISTIOD, list, plural, service, status, useApi } from './support/api.js';

const KUBECONFIG = join(import.meta.dirname, 'fixtures/kubeconfig-several.yaml');
const EAST = 'https://east.example:6443';
const WEST = 'https://west.example:6443';
const BOTH = { context: ['east', 'west'] };

interface Asked {
  path: string;
  accept: string;
}

/** A cluster that serves these objects by plural, no custom resources, and the table of remote secrets when given. */
function cluster(server: string, served: Record<string, object[]>, secrets?: object): Asked[] {
  const asked: Asked[] = [];
  nock(server)
    .persist()
    .get(/.*/)
    .reply(function (uri) {
      asked.push({ path: uri, accept: String(this.req.headers.accept) });
      if (/^\/apis\/[^/]+\.istio\.io|^\/apis\/gateway/.test(uri)) return [404, '404 page not found'];
      if (uri.includes('/configmaps/')) return [404, status(404, 'configmaps not found')];
      if (plural(uri) === 'secrets') return secrets ? [200, secrets] : [403, status(403, 'secrets is forbidden')];
      return [200, list(served[plural(uri)] ?? [])];
    });
  return asked;
}

function table(...rows: [name: string, data: string][]): object {
  const columnDefinitions = ['Name', 'Type', 'Data', 'Age'].map((name) => ({ name }));
  return {
    kind: 'Table',
    columnDefinitions,
    rows: rows.map(([name, data]) => ({ cells: [name, 'Opaque', data, '3d'] })),
  };
}

/** A Pod with a sidecar that was injected where the cluster is called so. */
function injected(clusterId: string): object {
  const env = [{ name: 'ISTIO_META_CLUSTER_ID', value: clusterId }];
  return {
    metadata: { name: 'web-0', namespace: 'shop' },
    spec: { containers: [{ name: 'istio-proxy', args: ['proxy', 'sidecar'], env }] },
  };
}

function readBoth(flags: ReadFlags = BOTH): Promise<Loaded> {
  return read({ kubeconfig: KUBECONFIG, ...flags }, { env: {} });
}

const remotes = ({ snapshot }: Loaded) =>
  (snapshot.remotes ?? []).map(({ name, resources }) => [name, resources.map(({ metadata }) => metadata.name).join()]);
const gapsOf = ({ snapshot }: Loaded) =>
  snapshot.gaps.filter(({ cause }) => cause !== 'not-installed').map(({ message, ...gap }) => ({ ...gap, message }));

describe('sources: the live API of several clusters', () => {
  useApi();

  it('reads one mesh, and learns the name of a remote cluster from the proxies there', async () => {
    cluster(EAST, { deployments: [ISTIOD], services: [service('a')] }, table());
    cluster(WEST, { services: [service('b')], pods: [injected('west-1')] });
    const loaded = await readBoth();
    expect(loaded.snapshot.resources.map(({ metadata }) => metadata.name)).to.deep.equal(['a', 'istiod']);
    expect(remotes(loaded)).to.deep.equal([['west-1', 'b,web-0']]);
    expect(loaded.snapshot.remotes![0]!.resources[0]).to.include({ remoteCluster: 'west-1' });
    expect(loaded.snapshot.remotesInOrder).to.equal(false);
    expect(loaded.snapshot.ground.from).to.deep.equal(['east', 'west-1=west']);
    expect(loaded.namespace).to.equal('shop');
    expect(gapsOf(loaded)).to.deep.equal([]);
  });

  it('takes the cluster that istiod runs in as config cluster, in whatever order they are named', async () => {
    cluster(EAST, { services: [service('a')], pods: [injected('east-1')] });
    cluster(WEST, { deployments: [ISTIOD], services: [service('b')] }, table());
    const loaded = await readBoth();
    expect(loaded.snapshot.resources.map(({ metadata }) => metadata.name)).to.include('istiod');
    expect(remotes(loaded)).to.deep.equal([['east-1', 'a,web-0']]);
  });

  it('calls clusters as --cluster-context says, beside the current context', async () => {
    cluster(EAST, { deployments: [ISTIOD] }, table());
    cluster(WEST, { pods: [injected('another')] });
    const loaded = await readBoth({ clusterContext: ['west-2=west', 'home=east'] });
    expect(remotes(loaded)).to.deep.equal([['west-2', 'web-0']]);
    expect(loaded.snapshot.configCluster).to.equal('home');
    expect(loaded.snapshot.ground.from).to.deep.equal(['home=east', 'west-2=west']);
  });

  it('asks for the names of remote secrets as a table without objects, and never for a Secret', async () => {
    const east = cluster(EAST, { deployments: [ISTIOD] }, table(['istio-remote-secret-far', '1']));
    const west = cluster(WEST, {});
    expect(remotes(await readBoth())).to.deep.equal([['far', '']]);
    const ofSecrets = [...east, ...west].filter(({ path }) => path.includes('secrets'));
    expect(ofSecrets).to.deep.equal([
      {
        path: '/api/v1/namespaces/istio-system/secrets?labelSelector=istio%2FmultiCluster%3Dtrue&includeObject=None',
        accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
      },
    ]);
  });

  it('makes a gap of a cluster whose remote secret nobody named a context for', async () => {
    cluster(
      EAST,
      { deployments: [ISTIOD] },
      table(['istio-remote-secret-west-1', '1'], ['istio-remote-secret-far', '1']),
    );
    cluster(WEST, { pods: [injected('west-1')] });
    const loaded = await readBoth();
    expect(gapsOf(loaded)).to.deep.equal([
      {
        ...{ cause: 'failed', verb: 'reach', resource: 'cluster far', kind: 'Cluster', cluster: 'far' },
        message: 'no context is named for it; --cluster-context far=CONTEXT reads it',
      },
    ]);
  });

  it('says which remote secrets do not tell their clusters, and that it may not list them', async () => {
    cluster(EAST, { deployments: [ISTIOD] }, table(['by-hand', '1'], ['istio-remote-secret-two', '2']));
    cluster(WEST, { pods: [injected('west-1')] });
    const { notes } = await readBoth();
    expect(notes.filter((note) => note.includes('remote secret istio-system/'))).to.have.length(2);
    nock.cleanAll();
    cluster(EAST, { deployments: [ISTIOD] });
    cluster(WEST, { pods: [injected('west-1')] });
    expect((await readBoth()).notes).to.deep.equal([
      'whether the mesh has further clusters is not known: the names of secrets in istio-system may not be listed',
    ]);
  });

  it('asks for the name where nothing but the content of the secret tells it', async () => {
    cluster(EAST, { deployments: [ISTIOD] }, table(['istio-remote-secret-one', '1'], ['istio-remote-secret-two', '1']));
    cluster(WEST, {});
    const error = await errorOf(readBoth());
    expect(error.message).to.equal(
      'The name by which istiod knows the cluster of context west cannot be read without its remote secret.',
    );
    expect(error).to.have.property(
      'hint',
      'Write --cluster-context NAME=west: NAME is the key in the secret. By their names, remote secrets are there for one, two.',
    );
  });

  it('makes a gap of a remote cluster that does not answer', async () => {
    cluster(EAST, { deployments: [ISTIOD], services: [service('a')] }, table(['istio-remote-secret-far', '1']));
    nock(WEST)
      .persist()
      .get(/.*/)
      .replyWithError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const loaded = await readBoth();
    expect(remotes(loaded)).to.deep.equal([]);
    expect(loaded.snapshot.ground.from).to.deep.equal(['east']);
    expect(gapsOf(loaded)).to.deep.equal([
      {
        ...{ cause: 'failed', verb: 'reach', resource: 'cluster far', kind: 'Cluster', cluster: 'far' },
        message: 'context west: Cannot reach the API server https://west.example:6443: connect ECONNREFUSED',
      },
    ]);
  });

  it('marks what may not be read of a remote cluster, and asks it for nothing that does not count there', async () => {
    cluster(EAST, { deployments: [ISTIOD] }, table());
    nock(WEST)
      .persist()
      .get(/\/api\/v1\/(namespaces\/[a-z-]+\/)?services\?/)
      .reply(403, status(403, 'services is forbidden'));
    const west = cluster(WEST, { pods: [injected('west-1')] });
    const loaded = await readBoth();
    expect(gapsOf(loaded)).to.deep.equal([
      {
        ...{ cause: 'forbidden', verb: 'list', resource: 'services', kind: 'Service' },
        ...{ message: 'services is forbidden', cluster: 'west-1' },
      },
    ]);
    const asked = new Set(west.map(({ path }) => plural(path)));
    for (const kind of ['sidecars', 'serviceentries', 'configmaps', 'secrets', 'gateways'])
      expect(asked.has(kind), kind).to.equal(false);
  });

  it('says when a remote cluster has an istiod of its own', async () => {
    const env = [{ name: 'CLUSTER_ID', value: 'west-1' }];
    const own = structuredClone(ISTIOD);
    own.spec.template.spec.containers[0]!.env = env;
    cluster(EAST, { deployments: [ISTIOD] }, table());
    cluster(WEST, { deployments: [own] });
    const loaded = await readBoth();
    expect(remotes(loaded)).to.deep.equal([['west-1', 'istiod']]);
    expect(loaded.notes).to.deep.equal([
      'cluster west-1 has an istiod of its own, which its proxies ask; answers here are of the one in Kubernetes: name west-1 first to ask the other',
    ]);
  });

  it('notes that a cluster read alone looks like one of several', async () => {
    const gateway = {
      metadata: { name: 'eastwest', namespace: 'istio-system', labels: { 'topology.istio.io/network': 'net-1' } },
      spec: { ports: [{ name: 'tls', port: 15443 }] },
    };
    cluster(EAST, { deployments: [ISTIOD], services: [gateway] });
    const { notes, snapshot } = await readBoth({});
    expect(notes).to.deep.equal([
      'Service istio-system/eastwest is a gateway to network net-1: where the mesh has further Kubernetes clusters, what they add is missing here; name each with --cluster-context NAME=CONTEXT (context east was read)',
    ]);
    expect(snapshot).to.not.have.property('remotes');
  });

  for (const [what, flags, message] of [
    ['a mapping without a name', { clusterContext: ['west'] }, '--cluster-context west: not NAME=CONTEXT.'],
    ['two names', { clusterContext: ['a=west', 'b=west'] }, '--cluster-context gives context west two names: a and b.'],
    ['one name twice', { clusterContext: ['a=west', 'a=east'] }, '--cluster-context names two contexts a.'],
    ['an unknown context', { clusterContext: ['a=moon'] }, 'The kubeconfig has no context "moon".'],
    ['--cluster', { ...BOTH, cluster: 'east' }, '--cluster east cannot stand for the clusters of 2 contexts.'],
  ] as [string, ReadFlags, string][]) {
    it(`refuses ${what}`, async () => {
      expect((await errorOf(readBoth(flags))).message).to.equal(message);
    });
  }
});
