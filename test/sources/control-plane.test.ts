import { join } from 'node:path';
import { expect } from 'chai';
import type { ControlPlane } from '../../src/model/control-plane.js';
import { read, type ReadFlags } from '../../src/sources/read.js';
import { fails } from './support/fails.js';
import { readText } from './support/text.js';

const MESH = join(import.meta.dirname, 'fixtures/mesh');
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';

const istiod = (image: string, labels = '', revision = 'default', namespace = 'istio-system') => `---
apiVersion: apps/v1
kind: Deployment
metadata: { name: istiod, namespace: ${namespace}, labels: { app: istiod, ${labels} } }
spec:
  template:
    spec:
      containers: [{ name: discovery, image: '${image}', env: [{ name: REVISION, value: ${revision} }] }]
`;
const meshConfig = (mesh: string) =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: istio, namespace: istio-system }\ndata:\n  mesh: |\n    ${mesh.replaceAll('\n', '\n    ')}\n`;

async function planeOf(text: string, flags: ReadFlags = {}): Promise<ControlPlane> {
  const { snapshot } = await readText(text, flags);
  expect(snapshot.controlPlanes).to.have.length(1);
  return snapshot.controlPlanes[0]!;
}

describe('sources: control planes', () => {
  it('are read from Deployment, ConfigMaps and webhooks', async () => {
    const { snapshot } = await read({ filename: [MESH] });
    expect(snapshot.controlPlanes).to.deep.equal([
      {
        workload: 'Deployment istio-system/istiod-canary',
        version: '1.27.3',
        versionSource: 'image of Deployment istio-system/istiod-canary',
        revision: 'canary',
        tags: ['prod'],
        namespace: 'istio-system',
        domainSuffix: 'mesh.internal',
        env: {
          REVISION: 'canary',
          PILOT_FILTER_GATEWAY_CLUSTER_CONFIG: 'true',
          POD_NAMESPACE: 'istio-system',
          FROM_MAP: 'resolved',
          SHARED_MESH_CONFIG: 'shared',
        },
        unresolvedEnv: ['NOWHERE', 'HIDDEN'],
        meshConfig: {
          rootNamespace: 'shared-root',
          trustDomain: 'own',
          defaultServiceExportTo: ['*'],
          defaultVirtualServiceExportTo: ['*'],
          defaultDestinationRuleExportTo: ['*'],
          outboundTrafficPolicy: { mode: 'ALLOW_ANY' },
          serviceSettings: [],
          ingressControllerMode: 'STRICT',
          ingressClass: 'istio',
          ingressService: 'istio-ingressgateway',
          defaultConfig: {
            discoveryAddress: 'istiod.istio-system.svc:15012',
            proxyMetadata: { A: 'shared', B: 'own' },
          },
          extensionProviders: [
            { name: 'prometheus', prometheus: {} },
            { name: 'stackdriver', stackdriver: {} },
            { name: 'envoy', envoyFileAccessLog: { path: '/dev/stdout' } },
            { name: 'authz', envoyExtAuthzGrpc: { service: 'own.example.com', port: 2 } },
          ],
        },
        meshConfigSource: 'ConfigMap istio-system/shared, ConfigMap istio-system/istio-canary',
        assumed: [],
      },
    ]);
  });

  const versions: [string, string, string, string][] = [
    ['docker.io/istio/pilot:1.28.2', '', '1.28.2', 'image of Deployment istio-system/istiod'],
    ['localhost:5000/pilot:v1.28.2-distroless', '', '1.28.2', 'image of Deployment istio-system/istiod'],
    ['pilot:1.31.0-rc.0', '', '1.31.0', 'image of Deployment istio-system/istiod'],
    ['pilot:1.26', '', '1.26.0', 'image of Deployment istio-system/istiod'],
    [
      'pilot@sha256:0123456789abcdef',
      'app.kubernetes.io/version: 1.25.4',
      '1.25.4',
      'label app.kubernetes.io/version of Deployment istio-system/istiod',
    ],
    ['pilot:latest', 'helm.sh/chart: istiod-1.24.6', '1.24.6', 'label helm.sh/chart of Deployment istio-system/istiod'],
  ];
  for (const [image, labels, version, versionSource] of versions) {
    it(`have the version ${version} when the image is ${image}`, async () => {
      expect(await planeOf(istiod(image, labels))).to.include({ version, versionSource });
    });
  }

  it('have an assumed version when nothing says it', async () => {
    const { version, assumed } = await planeOf(istiod('pilot:latest'));
    expect(assumed).to.deep.equal([
      `istiod is taken to be ${version}: Deployment istio-system/istiod says its version nowhere (--istio-version sets it).`,
    ]);
  });

  it('have the version that is asked for', async () => {
    const loaded = await readText(istiod('pilot:1.28.2'), { istioVersion: '1.30' });
    expect(loaded.snapshot.controlPlanes[0]).to.include({
      version: '1.30.0',
      versionSource: '--istio-version (image of Deployment istio-system/istiod says 1.28.2)',
    });
    expect(loaded.notes).to.deep.equal([
      'Answering for istiod 1.30.0: --istio-version (image of Deployment istio-system/istiod says 1.28.2).',
    ]);
    await fails(readText(NAMESPACE, { istioVersion: 'new' }), '--istio-version new: not a version.');
  });

  it('are found as Pods where the Deployment has another name', async () => {
    const pod = (name: string) =>
      `---\napiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: vendor }\nspec: { containers: [{ name: discovery, image: 'x/pilot:1.29.1', args: [discovery] }] }\n`;
    expect(await planeOf(pod('a') + pod('b'))).to.include({
      workload: 'Pod vendor/a',
      version: '1.29.1',
      namespace: 'vendor',
      revision: '',
    });
  });

  it('are said to have settings that answers do not follow', async () => {
    const withSetting = (value: string) =>
      istiod('pilot:1.28.2').replace(
        'env: [',
        `env: [{ name: ENABLE_GATEWAY_API_INFERENCE_EXTENSION, value: "${value}" }, `,
      );
    expect((await planeOf(withSetting('true'))).assumed).to.deep.equal([
      'ENABLE_GATEWAY_API_INFERENCE_EXTENSION=true is not taken into account: InferencePools become services',
    ]);
    expect((await planeOf(withSetting('false'))).assumed).to.deep.equal([]);
  });

  it('are said to read objects from elsewhere', async () => {
    const sourcesOf = (address: string) => meshConfig(`configSources: [{ address: "${address}" }]`);
    expect((await planeOf(istiod('pilot:1.28.2') + sourcesOf('xds://mcp.example:9901'))).assumed).to.deep.equal([
      "istiod takes Istio's objects from xds://mcp.example:9901 (configSources of mesh config), which is not read.",
    ]);
    expect((await planeOf(istiod('pilot:1.28.2') + sourcesOf('k8s://'))).assumed).to.deep.equal([]);
  });

  it('are one that is assumed when there is none, with the mesh config that is there', async () => {
    const plane = await planeOf(meshConfig('rootNamespace: root'));
    expect(plane).to.include({
      namespace: 'istio-system',
      revision: 'default',
      meshConfigSource: 'ConfigMap istio-system/istio',
    });
    expect(plane).to.not.have.property('workload');
    expect(plane.meshConfig.rootNamespace).to.equal('root');
    expect(plane.assumed).to.have.length(2);
    const other = await planeOf(NAMESPACE, { istioNamespace: 'mesh', revision: 'canary', istioVersion: '1.26.1' });
    expect(other).to.include({ namespace: 'mesh', revision: 'canary', version: '1.26.1' });
    expect(other).to.include({ versionSource: '--istio-version', meshConfigSource: "istiod's defaults" });
    for (const version of ['v1.26.1', '1.26.1-distroless', 'istio-1.26.1'])
      expect(await planeOf(NAMESPACE, { istioVersion: version })).to.include({ version: '1.26.1' });
    expect(other.assumed).to.deep.equal([
      'No istiod was found (a Deployment labelled app=istiod): one in mesh with default settings is assumed.',
    ]);
  });

  it('are those of the revision and the namespace that are asked for', async () => {
    const two = istiod('pilot:1.27.1', '', 'old') + istiod('pilot:1.28.1', '', 'new', 'other');
    expect((await readText(two)).snapshot.controlPlanes).to.have.length(2);
    expect(await planeOf(two, { revision: 'new' })).to.include({ version: '1.28.1' });
    expect(await planeOf(two, { istioNamespace: 'istio-system' })).to.include({ version: '1.27.1' });
    await fails(readText(two, { revision: 'newer' }), 'No istiod has the revision or tag newer.', 'Found: old, new.');
  });

  const refused: [string, string, string, string[]?][] = [
    [
      'is not YAML',
      'rootNamespace: root\ntrustDomain: [',
      'not YAML at line 3 of it: unexpected end of the text within a flow collection',
    ],
    ['is text', 'hello', 'mesh config is not a mapping'],
    ['has a list where text belongs', 'rootNamespace: [root]', 'rootNamespace is not text'],
    [
      'has an unknown mode',
      'outboundTrafficPolicy: { mode: OPEN }',
      'outboundTrafficPolicy.mode has no value "OPEN"',
      ['REGISTRY_ONLY', 'ALLOW_ANY', 'ALLOW_ANY_DYNAMIC_DNS'],
    ],
  ];
  for (const [what, mesh, message, allowed] of refused) {
    it(`do without mesh config that ${what}, and say so`, async () => {
      const { snapshot } = await readText(istiod('pilot:1.28.2') + meshConfig(mesh));
      const [plane] = snapshot.controlPlanes;
      expect(plane?.meshConfig.rootNamespace).to.equal('istio-system');
      expect(plane?.meshConfigSource).to.equal("istiod's defaults");
      expect(plane?.assumed).to.deep.equal([
        `ConfigMap istio-system/istio holds mesh config that istiod refuses (${message}); answers are those of an istiod started without it.`,
      ]);
      const file = 'standard input';
      const at = { kind: 'ConfigMap', namespace: 'istio-system', name: 'istio', path: 'data.mesh', file, line: 14 };
      const text = `istiod cannot use this mesh config: ${message}.`;
      expect(snapshot.invalid).to.deep.equal([{ at, message: text, ...(allowed && { allowed }) }]);
    });
  }
});
