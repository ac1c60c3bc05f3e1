import { expect } from 'chai';
import type { Workload } from '../../src/model/asked-revision.js';
import { controlPlaneOf } from '../../src/model/control-plane-of.js';
import type { ControlPlane } from '../../src/model/control-plane.js';
import { defaultMeshConfig } from '../../src/model/default-mesh-config.js';
import type { Snapshot } from '../../src/model/snapshot.js';

const plane = (revision: string, tags: string[] = [], namespace = 'istio-system', found = true): ControlPlane => ({
  ...(found && { workload: `Deployment ${namespace}/istiod-${revision}` }),
  version: '1.28.2',
  versionSource: '',
  revision,
  tags,
  namespace,
  domainSuffix: 'cluster.local',
  env: {},
  unresolvedEnv: [],
  meshConfig: defaultMeshConfig(),
  meshConfigSource: '',
  assumed: [],
});

const mesh = (controlPlanes: ControlPlane[], labels: Record<string, string> = {}): Snapshot => ({
  resources: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } }],
  controlPlanes,
  gaps: [],
  invalid: [],
  ground: { source: 'files', from: [] },
});

const pod = (metadata: Workload['metadata'] = {}, proxyConfig?: string): Workload => ({
  metadata: { namespace: 'shop', ...metadata },
  spec: {
    initContainers: [
      { name: 'istio-proxy', ...(proxyConfig && { env: [{ name: 'PROXY_CONFIG', value: proxyConfig }] }) },
    ],
  },
});

const TWO = [plane('default'), plane('canary', ['prod'])];

interface Case {
  what: string;
  planes?: ControlPlane[];
  namespace?: Record<string, string>;
  workload?: Workload;
  revision: string | undefined;
  by: string;
}

const CASES: Case[] = [
  {
    what: 'the annotation of the injector',
    workload: pod({ annotations: { 'istio.io/rev': 'canary' }, labels: { 'istio.io/rev': 'default' } }),
    revision: 'canary',
    by: 'annotation istio.io/rev of the Pod',
  },
  {
    what: 'the status of the injector',
    workload: pod({ annotations: { 'sidecar.istio.io/status': '{"revision":"canary"}' } }),
    revision: 'canary',
    by: 'annotation sidecar.istio.io/status of the Pod',
  },
  {
    what: 'the address that the proxy dials',
    workload: pod({}, '{"discoveryAddress":"istiod-canary.istio-system.svc:15012"}'),
    revision: 'canary',
    by: 'discoveryAddress istiod-canary.istio-system.svc:15012 of the Pod',
  },
  {
    what: "a tag's Service",
    workload: pod({}, '{"discoveryAddress":"istiod-revision-tag-prod.istio-system.svc:15012"}'),
    revision: 'canary',
    by: 'discoveryAddress istiod-revision-tag-prod.istio-system.svc:15012 of the Pod',
  },
  {
    what: 'the namespace of the address, where revisions have one name',
    planes: [plane('default'), plane('default', [], 'mesh-b')],
    workload: pod({ annotations: { 'istio.io/rev': 'default' } }, '{"discoveryAddress":"istiod.mesh-b.svc:15012"}'),
    revision: 'default@mesh-b',
    by: 'annotation istio.io/rev of the Pod',
  },
  {
    what: 'a tag on the namespace',
    namespace: { 'istio.io/rev': 'prod' },
    revision: 'canary',
    by: 'label istio.io/rev of the namespace',
  },
  {
    what: 'istio-injection over istio.io/rev',
    namespace: { 'istio-injection': 'enabled', 'istio.io/rev': 'canary' },
    revision: 'default',
    by: 'label istio-injection=enabled of the namespace',
  },
  {
    what: 'the tag default over the default revision',
    planes: [plane(''), plane('canary', ['default'])],
    namespace: { 'istio-injection': 'enabled' },
    revision: 'canary',
    by: 'label istio-injection=enabled of the namespace',
  },
  {
    what: 'the label of the Pod',
    workload: pod({ labels: { 'istio.io/rev': 'canary' } }),
    revision: 'canary',
    by: 'label istio.io/rev of the Pod',
  },
  { what: 'the default revision', revision: 'default', by: 'the default revision: no label or annotation names one' },
  { what: 'the only one', planes: [plane('canary')], revision: 'canary', by: 'the only istiod' },
  {
    what: 'none, when the revision has no istiod here',
    namespace: { 'istio.io/rev': 'other' },
    revision: undefined,
    by: 'label istio.io/rev of the namespace',
  },
  {
    what: 'the assumed one, whatever is asked',
    planes: [plane('default', [], 'istio-system', false)],
    namespace: { 'istio.io/rev': 'other' },
    revision: 'default',
    by: 'no istiod was found',
  },
];

describe('controlPlaneOf', () => {
  for (const { what, planes = TWO, namespace, workload = pod(), revision, by } of CASES) {
    it(`takes ${what}`, () => {
      const own = controlPlaneOf(mesh(planes, namespace), workload);
      const { revision: found, namespace: where } = own.controlPlane ?? {};
      expect(where === 'mesh-b' ? `${found ?? ''}@${where}` : found).to.equal(revision);
      expect(own.by).to.equal(by);
    });
  }
});
