import { expect } from 'chai';
import { configOf, entry, meshOf, pod } from './support/mesh.js';

const FAILOVER = 'loadBalancer: { localityLbSetting: { failoverPriority: [topology.kubernetes.io/region] } }';
const OUTLIERS = 'outlierDetection: { consecutive5xxErrors: 3 }';
const PREFER_CLOSE = 'networking.istio.io/traffic-distribution: PreferClose';
const [TWO, ONE] = [
  ['region-1/zone-1', 'region-2/zone-1'],
  ['region-1/zone-1', 'region-1/zone-1'],
];

interface Case {
  localities?: readonly string[];
  resolution?: string;
  annotation?: string;
  policy?: string;
  subsets?: string;
  meshConfig?: string;
  version?: string;
  /** Of the endpoints, one after the other. */
  networks?: readonly string[];
  labels?: readonly string[];
  /** Of the proxy's container. */
  variables?: string;
}

const ZONE_AWARE = 'zoneAwareLbSetting: { failoverPriority: [app] }';

/** Each but that of 1.29 was put before istiod 1.30.3 and 1.31.0-rc.0: it crashed, or did not. */
const CRASHES: Record<string, Case> = {
  'trafficDistribution and two localities': { annotation: PREFER_CLOSE },
  'trafficDistribution and a second locality after two endpoints of the first': {
    annotation: PREFER_CLOSE,
    localities: [...ONE, ...TWO],
  },
  'a rule with failoverPriority and outlier detection': { policy: `${FAILOVER}, ${OUTLIERS}` },
  'a rule that says so of the port': {
    policy: `portLevelSettings: [{ port: { number: 80 }, ${FAILOVER}, ${OUTLIERS} }]`,
  },
  'mesh config with failoverPriority, and outlier detection': {
    policy: OUTLIERS,
    meshConfig: 'localityLbSetting: { failoverPriority: [topology.kubernetes.io/region] }',
  },
  'the same on 1.31': { annotation: PREFER_CLOSE, version: '1.31.0-rc.0' },
  'a policy that passes connections through': {
    policy: `loadBalancer: { simple: PASSTHROUGH, localityLbSetting: { failoverPriority: [app] } }, ${OUTLIERS}`,
  },
  'one locality, and a proxy that does not see the network of one endpoint': {
    annotation: PREFER_CLOSE,
    localities: ONE,
    networks: ['near', 'far'],
    variables: 'REQUESTED_NETWORK_VIEW, value: near',
  },
  'a first locality that the proxy does not see': {
    annotation: PREFER_CLOSE,
    localities: [...ONE, 'region-2/zone-1'].slice(1),
    networks: ['far', 'near'],
    variables: 'REQUESTED_NETWORK_VIEW, value: near',
  },
  'one locality, and an endpoint that drains': {
    annotation: PREFER_CLOSE,
    localities: ONE,
    labels: ['', 'istio.io/draining: "yes"'],
  },
  'a zone-aware rule': { policy: `loadBalancer: { ${ZONE_AWARE} }`, version: '1.31.0-rc.0' },
  'a zone-aware mesh': { meshConfig: ZONE_AWARE, version: '1.31.0-rc.0' },
};
const RUNS: Record<string, Case> = {
  'one locality': { annotation: PREFER_CLOSE, localities: ONE },
  'no outlier detection': { policy: FAILOVER },
  'one locality and a rule': { policy: `${FAILOVER}, ${OUTLIERS}`, localities: ONE },
  'a rule that switches locality off': {
    annotation: PREFER_CLOSE,
    policy: 'loadBalancer: { localityLbSetting: { enabled: false } }',
  },
  'a rule that distributes': {
    policy: `loadBalancer: { localityLbSetting: { distribute: [{ from: "*", to: { region-1/*: 100 } }] } }, ${OUTLIERS}`,
  },
  'a rule without failoverPriority before trafficDistribution': {
    annotation: PREFER_CLOSE,
    policy: 'loadBalancer: { localityLbSetting: { enabled: true } }',
  },
  'the policy of a subset': { subsets: `[{ name: v1, trafficPolicy: { ${FAILOVER}, ${OUTLIERS} } }]` },
  'endpoints by address': { annotation: PREFER_CLOSE, resolution: 'STATIC' },
  'DNS_ROUND_ROBIN, which takes one endpoint': { annotation: PREFER_CLOSE, resolution: 'DNS_ROUND_ROBIN' },
  'outlier detection alone': { policy: OUTLIERS },
  'mesh config that switches locality off': {
    policy: OUTLIERS,
    meshConfig: 'localityLbSetting: { enabled: false, failoverPriority: [topology.kubernetes.io/region] }',
  },
  'a zone-aware rule that is switched off': {
    policy: `loadBalancer: { zoneAwareLbSetting: { enabled: false, failoverPriority: [app] } }`,
    version: '1.31.0-rc.0',
  },
  'a zone-aware rule without labels before trafficDistribution': {
    annotation: PREFER_CLOSE,
    policy: 'loadBalancer: { zoneAwareLbSetting: { enabled: true } }',
    version: '1.31.0-rc.0',
  },
  'a rule by locality in a zone-aware mesh': {
    policy: 'loadBalancer: { localityLbSetting: { enabled: true } }',
    meshConfig: ZONE_AWARE,
    version: '1.31.0-rc.0',
  },
  'zone-aware settings before 1.31': { policy: `loadBalancer: { ${ZONE_AWARE} }` },
  'an istiod before 1.30': { annotation: PREFER_CLOSE, version: '1.29.6' },
};

async function flaws(one: Case): Promise<(string | undefined)[]> {
  const { localities = TWO, resolution = 'DNS', annotation, policy = '', subsets = '[]', meshConfig = '' } = one;
  const { networks = [], labels = [], variables } = one;
  const endpoints = localities.map((locality, i) => {
    const address = resolution === 'STATIC' ? `10.9.0.${i + 1}` : `e${i}.example.com`;
    return `{ address: ${address}, locality: ${locality}, network: "${networks[i] ?? ''}", labels: { ${labels[i] ?? ''} } }`;
  });
  const spec = `hosts: [ext.example.com], resolution: ${resolution}, ports: [{ number: 80, name: http, protocol: HTTP }], endpoints: [${endpoints.join()}]`;
  const service = entry('ext', 'a', spec).replace(
    'namespace: a',
    `namespace: a, annotations: { ${annotation ?? 'note: none'} }`,
  );
  const rule = `
apiVersion: networking.istio.io/v1
kind: DestinationRule
metadata: { name: ext, namespace: a }
spec: { host: ext.example.com, trafficPolicy: { ${policy} }, subsets: ${subsets} }
`;
  const text = `${pod('web', 'a', 'sidecar', variables && `, env: [{ name: ISTIO_META_${variables} }]`)}${service}${policy || subsets !== '[]' ? rule : ''}`;
  const mesh = await meshOf(text, { version: one.version ?? '1.30.3', meshConfig });
  return configOf(mesh, 'web.a').clusters.map(({ flaw }) => flaw?.code);
}

describe('a cluster by DNS whose endpoints fail over by labels', () => {
  for (const [name, one] of Object.entries(CRASHES)) {
    it(`crashes istiod: ${name}`, async () => {
      expect(await flaws(one)).to.deep.equal(['failover-crashes-istiod']);
    });
  }
  for (const [name, one] of Object.entries(RUNS)) {
    it(`does not: ${name}`, async () => {
      const found = await flaws(one);
      expect(found).not.to.be.empty;
      expect(found).not.to.include('failover-crashes-istiod');
    });
  }
});
