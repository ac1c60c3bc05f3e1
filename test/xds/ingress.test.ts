import { expect } from 'chai';
import { endpointState } from '../../src/explain/endpoint-state.js';
import { danglingOf } from '../../src/xds/references.js';
import { configOf, meshOf, pod } from './support/mesh.js';

const service = (name: string, extra = '') => `
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: shop }
spec: { clusterIP: 10.96.0.1, selector: { app: ${name} }, ports: [{ name: http, port: 80 }]${extra} }
---`;

const ingress = (name: string, spec: string, annotations = '{}') => `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name}, namespace: shop, annotations: ${annotations} }
spec: { ${spec} }
---`;

const rule = (host: string, backend: string, path = '/', type = 'Prefix') =>
  `{ host: "${host}", http: { paths: [{ path: "${path}", pathType: ${type}, backend: { service: { name: ${backend}, port: { number: 80 } } } }] } }`;

const GATE = `
apiVersion: v1
kind: Pod
metadata: { name: gate, namespace: istio-system, labels: { istio: ingressgateway } }
spec: { containers: [{ name: istio-proxy, args: [proxy, router] }] }
status: { podIP: 10.0.0.8 }
---`;

const FILTERED = { PILOT_FILTER_GATEWAY_CLUSTER_CONFIG: true };

/** Hosts of the clusters that a filtered gateway keeps. */
async function kept(text: string, options: Parameters<typeof meshOf>[1] = {}, key = 'gate.istio-system') {
  const env = { ...FILTERED, ...options.env };
  const mesh = await meshOf(GATE + pod('gate', 'edge', 'router') + service('cart') + text, { ...options, env });
  return configOf(mesh, key).clusters.map(({ service: { name } }) => name);
}

describe('Ingresses', () => {
  const plain = ingress('a', `rules: [${rule('shop.example.com', 'cart')}]`);
  const ofClass = (name: string) =>
    ingress('a', `ingressClassName: ${name}, rules: [${rule('shop.example.com', 'cart')}]`);

  it('without class are taken in mode DEFAULT alone', async () => {
    for (const [mode, hosts] of [
      ['DEFAULT', ['cart']],
      ['2', ['cart']],
      ['STRICT', []],
      ['UNSPECIFIED', []],
      ['OFF', []],
    ] as const)
      expect(await kept(plain, { meshConfig: `ingressControllerMode: ${mode}` }), mode).to.deep.equal(hosts);
    expect(await kept(plain)).to.deep.equal([]);
  });

  it('of a class that does not exist were never taken before 1.27, and count as those without since', async () => {
    const meshConfig = 'ingressControllerMode: DEFAULT';
    expect(await kept(ofClass('gone'), { meshConfig, version: '1.26.8' })).to.deep.equal([]);
    expect(await kept(ofClass('gone'), { meshConfig, version: '1.27.0' })).to.deep.equal(['cart']);
    expect(await kept(ofClass('gone'), { version: '1.27.0' })).to.deep.equal([]);
  });

  it('with the old annotation are taken by it, whatever their class', async () => {
    const annotated = (name: string) =>
      ingress(
        'a',
        `ingressClassName: gone, rules: [${rule('shop.example.com', 'cart')}]`,
        `{ kubernetes.io/ingress.class: ${name} }`,
      );
    expect(await kept(annotated('istio'))).to.deep.equal(['cart']);
    expect(await kept(annotated('nginx'))).to.deep.equal([]);
    expect(await kept(annotated('nginx'), { meshConfig: 'ingressClass: nginx' })).to.deep.equal(['cart']);
  });

  it('are served by Pods with the label istio that the mesh config tells', async () => {
    const meshConfig = 'ingressControllerMode: DEFAULT';
    const edge = `
apiVersion: v1
kind: Pod
metadata: { name: front, namespace: edge, labels: { istio: front } }
spec: { containers: [{ name: istio-proxy, args: [proxy, router] }] }
status: { podIP: 10.0.0.7 }
---`;
    const on = (key: string, more = '') => kept(plain + edge, { meshConfig: `${meshConfig}\n${more}` }, key);
    expect(await on('front.edge')).to.deep.equal([]);
    expect(await on('front.edge', 'ingressService: front')).to.deep.equal(['cart']);
    expect(await on('front.edge', 'ingressService: other\ningressSelector: front')).to.deep.equal(['cart']);
    expect(await on('gate.istio-system', 'ingressSelector: front')).to.deep.equal([]);
  });

  it('lead nowhere where a path before matches all', async () => {
    const spec = `rules: [${rule('shop.example.com', 'cart')}, ${rule('shop.example.com', 'gone', '', 'ImplementationSpecific')}, ${rule('shop.example.com', 'lost', '/lost', 'Exact')}]`;
    const mesh = await meshOf(GATE + service('cart') + ingress('a', spec), {
      meshConfig: 'ingressControllerMode: DEFAULT',
    });
    const dangling = danglingOf(mesh, configOf(mesh, 'gate.istio-system'));
    expect(dangling.map(({ cluster, from }) => [cluster, from[0]?.by?.kind, from[0]?.by?.path])).to.deep.equal([
      ['outbound|80||lost.shop.svc.cluster.local', 'Ingress', 'spec.rules[2].http.paths[0].backend.service.name'],
    ]);
  });
});

describe('dual stack', () => {
  const MESH = `
apiVersion: v1
kind: Pod
metadata: { name: cart-0, namespace: shop, labels: { app: cart } }
spec: { containers: [{ name: istio-proxy, args: [proxy, sidecar] }] }
status: { phase: Running, podIP: 10.0.0.1, podIPs: [{ ip: 10.0.0.1 }, { ip: "fd00::1" }] }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: cart-4, namespace: shop, labels: { kubernetes.io/service-name: cart } }
addressType: IPv4
ports: [{ name: http, port: 8080 }]
endpoints: [{ addresses: [10.0.0.1], targetRef: { kind: Pod, name: cart-0, namespace: shop } }]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: cart-6, namespace: shop, labels: { kubernetes.io/service-name: cart } }
addressType: IPv6
ports: [{ name: http, port: 8080 }]
endpoints: [{ addresses: ["fd00::1"], targetRef: { kind: Pod, name: cart-0, namespace: shop } }]
---`;

  it('makes one endpoint of a Pod with both families, and tells both addresses', async () => {
    const both = service('cart', ', clusterIPs: [10.96.0.1, "fd00:1::1"]');
    const told = async (env: object, object: string) => {
      const mesh = await meshOf(MESH + object, { env });
      return configOf(mesh, 'cart-0.shop').clusters.map((cluster) => endpointState(cluster, mesh).text);
    };
    expect(await told({ ISTIO_DUAL_STACK: true }, both)).to.deep.equal(['1 ready (10.0.0.1:8080 or [fd00::1]:8080)']);
    const apart = ['2 ready (10.0.0.1:8080, [fd00::1]:8080)'];
    expect(await told({}, both)).to.deep.equal(apart);
    expect(await told({ ISTIO_DUAL_STACK: true }, service('cart'))).to.deep.equal(apart);
  });
});
