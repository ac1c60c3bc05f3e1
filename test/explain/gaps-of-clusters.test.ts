import { expect } from 'chai';
import { ProxyExplainer } from '../../src/explain/explain.js';
import type { Proxy } from '../../src/model/proxy.js';
import type { Resource } from '../../src/model/resource.js';
import type { Gap, RemoteCluster } from '../../src/model/snapshot.js';
import { assemble } from '../../src/sources/assemble.js';
import { Mesh } from '../../src/xds/mesh.js';

const UNREACHABLE: Gap = {
  ...{ cause: 'failed', verb: 'reach', resource: 'cluster far', kind: 'Cluster', cluster: 'far' },
  message: 'connection refused',
};
const PROXY: Proxy = { name: 'web', namespace: 'shop', type: 'sidecar', labels: {} };

function service(name: string): Resource {
  const spec = { clusterIP: '10.0.0.1', ports: [{ name: 'http', port: 80 }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec };
}

async function explain(host: string, gap: Gap) {
  const remotes: RemoteCluster[] = [{ name: 'near', resources: [service('in-near')] }];
  const { snapshot } = await assemble({
    resources: [service('in-config')],
    remotes,
    ground: { source: 'live', from: ['config', 'near'] },
    namespace: 'default',
    gaps: [gap],
    notes: [],
    locate: () => undefined,
    flags: {},
  });
  const mesh = new Mesh(snapshot, snapshot.controlPlanes[0]!);
  const { verdict, undetermined } = new ProxyExplainer(mesh, PROXY).explain(`${host}.shop.svc.cluster.local`);
  return [verdict, ...undetermined.map(({ because }) => because)];
}

describe('verdicts where a Kubernetes cluster of the mesh could not be read', () => {
  it('stand for a Service of the config cluster: it comes first', async () => {
    expect(await explain('in-config', UNREACHABLE)).to.deep.equal(['present']);
  });

  it('are undetermined for a Service of a remote cluster: the other may have come before', async () => {
    expect(await explain('in-near', UNREACHABLE)).to.deep.equal([
      'undetermined',
      'could not reach cluster far: its copy could have come before that of cluster near',
    ]);
  });

  it('are undetermined for a host that the cluster could have', async () => {
    expect(await explain('nowhere', UNREACHABLE)).to.deep.equal([
      'undetermined',
      'could not reach cluster far: one could have the host',
    ]);
  });

  it('tell of which cluster a kind could not be listed', async () => {
    const gap: Gap = { ...UNREACHABLE, cause: 'forbidden', verb: 'list', resource: 'services', kind: 'Service' };
    expect(await explain('nowhere', gap)).to.deep.equal([
      'undetermined',
      'not allowed to list services of cluster far: one could have the host',
    ]);
  });

  it("stand when Istio's kinds could not be listed there: only the config cluster's count", async () => {
    const gap: Gap = { ...UNREACHABLE, cause: 'forbidden', verb: 'list', resource: 'sidecars', kind: 'Sidecar' };
    expect(await explain('in-config', gap)).to.deep.equal(['present']);
    expect(await explain('nowhere', gap)).to.deep.equal(['absent']);
  });
});
