import { expect } from 'chai';
import { configOf, meshOf, pod } from './support/mesh.js';

const SERVICE = `
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { clusterIP: 10.96.0.1, ports: [{ name: http, port: 80 }] }
---`;

const slice = (address: string) => `
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: cart-1, namespace: shop, labels: { kubernetes.io/service-name: cart } }
addressType: IPv4
ports: [{ name: http, port: 8080 }]
endpoints: [{ addresses: [${address}] }]
---`;

const ofSet = (kind: string, spec = '') => `
apiVersion: multicluster.x-k8s.io/v1alpha1
kind: ${kind}
metadata: { name: cart, namespace: shop }
${spec}
---`;

const IMPORT = ofSet('ServiceImport', 'spec: { ips: [10.112.0.2, 10.112.0.1, not-an-ip] }');
const EXPORT = ofSet('ServiceExport');
const DISCOVERY = { ENABLE_MCS_SERVICE_DISCOVERY: true };
const HOSTS = { ...DISCOVERY, ENABLE_MCS_HOST: true };

/** Addresses behind each host, as a proxy of the config cluster gets them. */
async function hosts(env: object, here: string, there: string): Promise<Record<string, string[]>> {
  const mesh = await meshOf(pod('web', 'shop') + SERVICE + slice('10.1.0.1') + here, {
    env,
    remotes: { west: SERVICE + slice('10.2.0.1') + there },
  });
  const { clusters } = configOf(mesh, 'web.shop');
  return Object.fromEntries(
    clusters.map(({ service, endpoints }) => [service.hostname, endpoints.map(({ address }) => address)]),
  );
}

describe('the Multi-Cluster Services API', () => {
  const LOCAL = 'cart.shop.svc.cluster.local';
  const SET = 'cart.shop.svc.clusterset.local';
  const both = ['10.1.0.1', '10.2.0.1'];

  it('does nothing where istiod is not told to follow it', async () => {
    expect(await hosts({}, IMPORT, '')).to.deep.equal({ [LOCAL]: both });
    expect(await hosts({ ENABLE_MCS_HOST: true }, IMPORT, '')).to.deep.equal({ [LOCAL]: both });
  });

  it('keeps endpoints to their Kubernetes cluster unless the Service is exported there', async () => {
    expect(await hosts(DISCOVERY, '', '')).to.deep.equal({ [LOCAL]: ['10.1.0.1'] });
    expect(await hosts(DISCOVERY, EXPORT, '')).to.deep.equal({ [LOCAL]: ['10.1.0.1'] });
    expect(await hosts(DISCOVERY, '', EXPORT)).to.deep.equal({ [LOCAL]: both });
  });

  it('gives an imported Service a host for all Kubernetes clusters', async () => {
    expect(await hosts(HOSTS, IMPORT, IMPORT + EXPORT)).to.deep.equal({ [LOCAL]: both, [SET]: both });
    // Where the Service is not imported istiod knows nothing of its export.
    expect(await hosts(HOSTS, IMPORT, EXPORT)).to.deep.equal({ [LOCAL]: both, [SET]: ['10.1.0.1'] });
    expect(await hosts(HOSTS, ofSet('ServiceImport', 'spec: { ips: [] }'), '')).to.have.keys(LOCAL);
  });

  it('keeps cluster.local to the own Kubernetes cluster where istiod is told to', async () => {
    const env = { ...HOSTS, ENABLE_MCS_CLUSTER_LOCAL: true };
    expect(await hosts(env, IMPORT, IMPORT + EXPORT)).to.deep.equal({ [LOCAL]: ['10.1.0.1'], [SET]: both });
  });

  it('takes the first address of the import', async () => {
    const mesh = await meshOf(SERVICE + IMPORT, { env: HOSTS });
    const row = mesh.world.registry.rows.find(({ hostname }) => hostname === SET)!;
    expect([row.address, row.addresses, row.source.kind]).to.deep.equal([
      '10.112.0.1',
      ['10.112.0.1', '10.112.0.2'],
      'Service',
    ]);
  });
});
