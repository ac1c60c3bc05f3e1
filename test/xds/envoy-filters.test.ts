import { expect } from 'chai';
import { ProxyExplainer } from '../../src/explain/explain.js';
import { explainExtAuthz } from '../../src/explain/ext-authz/ext-authz.js';
import { clusterList } from '../../src/explain/cluster-list.js';
import { configOf, entry, meshOf, pod } from './support/mesh.js';

const http = (host: string) =>
  `hosts: [${host}], resolution: STATIC, endpoints: [{ address: 10.1.0.1 }], ports: [{ number: 80, name: http, protocol: HTTP }, { number: 81, name: more, protocol: HTTP }]`;
const WEB = entry('web', 'a', http('web.example.com'));
const GATEWAY_POD = pod('gate', 'a').replace(
  'labels: { app: gate }',
  'labels: { app: gate, gateway.networking.k8s.io/gateway-name: public }',
);
const PODS =
  pod('client', 'a', 'sidecar', ', image: proxyv2:1.27.4-distroless') +
  pod('unknown', 'a') +
  GATEWAY_POD.replace('[proxy, sidecar]', '[proxy, router]');

interface Written {
  namespace?: string;
  spec?: string;
  metadata?: string;
}

function filter(name: string, patches: string, { namespace = 'a', spec = '', metadata = '' }: Written = {}): string {
  return `
apiVersion: networking.istio.io/v1alpha3
kind: EnvoyFilter
metadata: { name: ${name}, namespace: ${namespace}${metadata} }
spec: { ${spec}configPatches: [${patches}] }
---`;
}

const patch = (operation: string, match: string, value = '') =>
  `{ applyTo: CLUSTER, match: { ${match} }, patch: { operation: ${operation}${value && `, value: { ${value} }`} } }`;
const REMOVE_80 = patch('REMOVE', 'cluster: { service: web.example.com, portNumber: 80 }');

/** `name type endpoints` of all clusters: those of services, those added, those of every proxy. */
async function clusters(
  text: string,
  { key = 'client.a', ...options }: { key?: string; version?: string } = {},
): Promise<string[]> {
  const mesh = await meshOf(WEB + text + PODS, options);
  const config = configOf(mesh, key);
  return [...config.clusters, ...config.added]
    .map(({ name, type, endpoints }) =>
      [name, type, ...endpoints.map(({ address, port }) => `${address}:${port}`)].join(' '),
    )
    .concat(config.staticClusters);
}

const OWN = ['BlackHoleCluster', 'InboundPassthroughCluster', 'PassthroughCluster'];
const PORT_80 = 'outbound|80||web.example.com EDS 10.1.0.1:80';
const PORT_81 = 'outbound|81||web.example.com EDS 10.1.0.1:81';

describe('EnvoyFilters that patch clusters', () => {
  it('remove what their match names', async () => {
    expect(await clusters(filter('f', REMOVE_80))).to.deep.equal([PORT_81, ...OWN]);
    expect(await clusters(filter('f', patch('REMOVE', 'cluster: { name: PassthroughCluster }')))).to.deep.equal([
      PORT_80,
      PORT_81,
      'BlackHoleCluster',
      'InboundPassthroughCluster',
    ]);
    expect(await clusters(filter('f', patch('REMOVE', '')))).to.deep.equal([]);
    expect(await clusters(filter('f', patch('REMOVE', 'context: GATEWAY')))).to.have.length(5);
    expect(await clusters(filter('f', patch('REMOVE', 'cluster: { subset: v1 }')))).to.have.length(5);
  });

  it('add clusters, to inbound only where that is said', async () => {
    const value =
      'name: extra, type: STRICT_DNS, load_assignment: { endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: x.example.com, port_value: 9 } } } }] }] }';
    const both = [`extra STRICT_DNS x.example.com:9`];
    expect(await clusters(filter('f', patch('ADD', '', value)))).to.include.members(both);
    expect(await clusters(filter('f', patch('INSERT_FIRST', '', value)))).to.include.members(both);
    expect(await clusters(filter('f', patch('ADD', 'context: SIDECAR_INBOUND', value)))).to.include.members(both);
    expect(await clusters(filter('f', patch('ADD', 'context: GATEWAY', value)))).to.not.include.members(both);
    expect(
      await clusters(filter('f', patch('ADD', '', value)), { key: 'gate.a', version: '1.26.8' }),
    ).to.include.members(both);
  });

  it('add a name once, and beside a service’s cluster from 1.26 on', async () => {
    const twice = filter('f', [1, 2].map(() => patch('ADD', '', 'name: extra, type: STATIC')).join(','));
    expect((await clusters(twice)).filter((line) => line.startsWith('extra'))).to.have.length(1);
    const own = filter('f', patch('ADD', '', 'name: "outbound|80||web.example.com", type: STATIC'));
    const duplicates = async (version: string) =>
      configOf(await meshOf(WEB + own + PODS, { version }), 'client.a').clusters.map(
        ({ duplicate }) => duplicate === true,
      );
    expect(await duplicates('1.28.2')).to.deep.equal([true, false]);
    expect(await duplicates('1.25.5')).to.deep.equal([false, false]);
    expect(await clusters(filter('f', patch('ADD', '', 'name: BlackHoleCluster, type: STATIC')))).to.not.include(
      'BlackHoleCluster STATIC',
    );
  });

  it('merge types, endpoints and names; one with a transport socket nothing else', async () => {
    const assignment =
      'loadAssignment: { endpoints: [{ lbEndpoints: [{ endpoint: { address: { socketAddress: { address: 10.9.9.9, portValue: 7 } } } }] }] }';
    const match = 'cluster: { service: web.example.com, portNumber: 80 }';
    expect(await clusters(filter('f', patch('MERGE', match, `type: STATIC, ${assignment}`)))).to.deep.equal([
      'outbound|80||web.example.com STATIC 10.9.9.9:7',
      PORT_81,
      ...OWN,
    ]);
    expect(await clusters(filter('f', patch('MERGE', match, 'type: ORIGINAL_DST')))).to.include(
      'outbound|80||web.example.com ORIGINAL_DST',
    );
    expect(await clusters(filter('f', patch('MERGE', match, 'name: renamed')))).to.include('renamed EDS 10.1.0.1:80');
    expect(
      await clusters(filter('f', patch('MERGE', match, 'type: STATIC, transport_socket: { name: x }'))),
    ).to.deep.equal([PORT_80, PORT_81, ...OWN]);
  });

  it('replace lists from 1.31 on, where they say so', async () => {
    const dns = entry(
      'dns',
      'a',
      http('dns.example.com').replace('STATIC', 'DNS').replace('10.1.0.1', 'b.example.com'),
    );
    const assignment =
      'load_assignment: { endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.9.9.9, port_value: 7 } } } }] }] }';
    const of = async (operation: string, version: string) =>
      (
        await clusters(
          dns + filter('f', patch(operation, 'cluster: { service: dns.example.com, portNumber: 80 }', assignment)),
          {
            version,
          },
        )
      ).find((line) => line.startsWith('outbound|80||dns'));
    const name = 'outbound|80||dns.example.com STRICT_DNS';
    expect(await of('MERGE', '1.31.0')).to.equal(`${name} b.example.com:80 10.9.9.9:7`);
    expect(await of('MERGE_AND_REPLACE_LIST', '1.31.0')).to.equal(`${name} 10.9.9.9:7`);
    expect(await of('MERGE_AND_REPLACE_LIST', '1.30.3')).to.equal(`${name} b.example.com:80`);
  });

  it('are applied by priority, the root namespace, age, name; one after the other from 1.27 on', async () => {
    const rename = (from: string, to: string) => patch('MERGE', `cluster: { name: "${from}" }`, `name: ${to}`);
    const later = filter('later', rename('outbound|80||web.example.com', 'second'), { spec: 'priority: 10, ' });
    const first = filter('first', rename('outbound|80||web.example.com', 'first'));
    const root = filter('root', rename('outbound|80||web.example.com', 'root'), { namespace: 'istio-system' });
    expect(await clusters(later + first)).to.include('first EDS 10.1.0.1:80');
    expect(await clusters(first + root)).to.include('root EDS 10.1.0.1:80');
    const chain =
      filter('a', rename('outbound|80||web.example.com', 'x')) + filter('b', patch('REMOVE', 'cluster: { name: x }'));
    expect(await clusters(chain, { version: '1.27.9' })).to.deep.equal([PORT_81, ...OWN]);
    expect(await clusters(chain, { version: '1.26.8' })).to.deep.equal(['x EDS 10.1.0.1:80', PORT_81, ...OWN]);
  });

  it('hold for the proxies that they select or, from 1.27 on, whose Gateway they target', async () => {
    const target = 'targetRefs: [{ group: gateway.networking.k8s.io, kind: Gateway, name: public }], ';
    expect(await clusters(filter('f', REMOVE_80, { spec: target }))).to.include(PORT_80);
    expect(await clusters(filter('f', REMOVE_80, { spec: target }), { key: 'gate.a' })).to.not.include(PORT_80);
    expect(
      await clusters(filter('f', REMOVE_80, { spec: target.replace('public', 'other') }), { key: 'gate.a' }),
    ).to.include(PORT_80);
    const selector = 'workloadSelector: { labels: { app: client } }, ';
    expect(await clusters(filter('f', REMOVE_80, { spec: selector }))).to.not.include(PORT_80);
    expect(await clusters(filter('f', REMOVE_80, { spec: selector }), { key: 'unknown.a' })).to.include(PORT_80);
    expect(await clusters(filter('f', REMOVE_80, { namespace: 'b' }))).to.include(PORT_80);
  });

  it('ask for versions and metadata of proxies', async () => {
    const proxy = (condition: string) =>
      filter('f', patch('REMOVE', `cluster: { service: web.example.com, portNumber: 80 }, proxy: { ${condition} }`));
    expect(await clusters(proxy('proxyVersion: "^1\\\\.27.*"'))).to.not.include(PORT_80);
    expect(await clusters(proxy('proxyVersion: "^1\\\\.28.*"'))).to.include(PORT_80);
    expect(await clusters(proxy('proxyVersion: "^1\\\\.28.*"'), { key: 'unknown.a' })).to.not.include(PORT_80);
    expect(await clusters(proxy('metadata: { NAMESPACE: a }'))).to.not.include(PORT_80);
    expect(await clusters(proxy('metadata: { NAMESPACE: b }'))).to.include(PORT_80);
  });

  it('leave the answer open where a condition on the proxy cannot be read', async () => {
    for (const condition of ['metadata: { TEAM: x }', 'proxyVersion: "(a+)+$"', 'proxyVersion: "^1\\\\.28"']) {
      const text = filter('f', patch('REMOVE', `proxy: { ${condition} }`));
      const mesh = await meshOf(WEB + text + PODS);
      const proxy = mesh.proxies.find(({ name }) => name === 'unknown')!;
      const answer = new ProxyExplainer(mesh, proxy).explain('web.example.com');
      expect(answer.verdict, condition).to.equal('undetermined');
      expect(answer.undetermined.map(({ code }) => code)).to.include('envoy-filter-proxy');
    }
  });

  it('are named as the reason, with a fix that was tried', async () => {
    const mesh = await meshOf(WEB + filter('f', patch('REMOVE', 'cluster: { service: web.example.com }')) + PODS);
    const proxy = mesh.proxies.find(({ name }) => name === 'client')!;
    const answer = new ProxyExplainer(mesh, proxy).explainWithFix('web.example.com');
    expect(answer.verdict).to.equal('absent');
    const [blocker] = answer.blockers!;
    expect(blocker!.reason.code).to.equal('removed-by-envoy-filter');
    expect(blocker!.reason.by).to.include({
      kind: 'EnvoyFilter',
      namespace: 'a',
      name: 'f',
      path: 'spec.configPatches[0]',
    });
    expect(answer.fix).to.include({ summary: 'remove EnvoyFilter a/f', clustersGained: 2 });
  });

  it('are listed with what they add', async () => {
    const text = filter(
      'f',
      patch('ADD', '', 'name: extra, type: STATIC') + ',' + patch('MERGE', '', 'connect_timeout: 1s'),
    );
    const mesh = await meshOf(WEB + text + PODS);
    const list = clusterList(
      mesh,
      mesh.proxies.find(({ name }) => name === 'client')!,
    );
    expect(list.added.map(({ name, by }) => [name, by.path])).to.deep.equal([['extra', 'spec.configPatches[0]']]);
    expect(list.items.map(({ patchedBy }) => patchedBy?.map(({ path }) => path))).to.deep.equal([
      ['spec.configPatches[1]'],
      ['spec.configPatches[1]'],
    ]);
  });
});

describe('EnvoyFilters and RequestAuthentications of a filtered gateway', () => {
  const env = { PILOT_FILTER_GATEWAY_CLUSTER_CONFIG: 'true', PILOT_JWT_ENABLE_REMOTE_JWKS: 'true' };
  const target = 'targetRefs: [{ group: gateway.networking.k8s.io, kind: Gateway, name: public }]';
  const named = (names: string) =>
    filter('f', '', {
      spec: `${target}, `,
      metadata: `, annotations: { envoyfilter.istio.io/referenced-services: "${names}" }`,
    });
  const rows = async (text: string) =>
    configOf(await meshOf(WEB + text + PODS, { env }), 'gate.a').services.map(({ hostname }) => hostname);

  it('name hosts for the Gateway that they target, letter for letter', async () => {
    expect(await rows('')).to.deep.equal([]);
    expect(await rows(named('web.example.com'))).to.deep.equal(['web.example.com']);
    expect(await rows(named('x.example.com, web.example.com'))).to.deep.equal([]);
    const issuer = (targets: string) => `
apiVersion: security.istio.io/v1
kind: RequestAuthentication
metadata: { name: r, namespace: a }
spec: { ${targets}, jwtRules: [{ issuer: i, jwksUri: "https://web.example.com/keys" }] }
---`;
    expect(await rows(issuer(target))).to.deep.equal(['web.example.com']);
    expect(await rows(issuer(target.replace('public', 'other')))).to.deep.equal([]);
  });
});

describe('an ext_authz filter that an EnvoyFilter spells out', () => {
  const FILTER =
    'name: envoy.filters.http.ext_authz, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz, grpc_service: { envoy_grpc: { cluster_name: extra } } }';
  const calls = `{ applyTo: HTTP_FILTER, match: { context: SIDECAR_INBOUND }, patch: { operation: INSERT_FIRST, value: { ${FILTER} } } }`;
  const reportOf = async (patches: string) => {
    const mesh = await meshOf(WEB + filter('f', patches) + PODS);
    return explainExtAuthz(
      mesh,
      mesh.proxies.find(({ name }) => name === 'client')!,
      { allProviders: false },
    ).handWritten;
  };

  it('works with a cluster that one adds, and not without', async () => {
    const [works] = await reportOf(`${calls}, ${patch('ADD', '', 'name: extra, type: STATIC')}`);
    expect(works).to.deep.include({ inCds: true, works: true });
    expect(works!.step.text).to.equal('EnvoyFilter a/f adds it (STATIC)');
    const [fails] = await reportOf(calls);
    expect(fails).to.deep.include({ inCds: false, works: false, determined: true });
  });
});
