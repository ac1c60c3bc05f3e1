import type { Resource } from '../../src/model/resource.js';

/** How large a mesh is; all other numbers follow from these. */
export interface MeshSize {
  namespaces: number;
  /** In each namespace. */
  services: number;
}

export const LARGE: MeshSize = { namespaces: 1000, services: 10 };
export const SMALL: MeshSize = { namespaces: 100, services: 10 };
export const TINY: MeshSize = { namespaces: 10, services: 10 };

const ISTIO_VERSION = '1.28.2';

/**
 * A mesh of plain objects as kubectl prints them, the same in every run: Services with an EndpointSlice and two Pods
 * each, ServiceEntries, VirtualServices, DestinationRules, and a Sidecar in every tenth namespace.
 */
export function makeMesh({ namespaces, services }: MeshSize): Resource[] {
  const objects = [object('v1', 'Namespace', '', 'istio-system', 0, {}), ...controlPlane(), ...nodes()];
  for (let index = 0; index < namespaces; index++) {
    const namespace = namespaceName(index);
    objects.push(object('v1', 'Namespace', '', namespace, index, {}, { 'istio-injection': 'enabled' }));
    for (let n = 0; n < services; n++) objects.push(...application(namespace, index, n, index * services + n));
    objects.push(...entries(namespace, index));
    objects.push(virtualService(namespace, index), destinationRule(namespace, index));
    if (hasSidecar(index)) objects.push(sidecar(namespace, index, namespaces));
  }
  return objects;
}

export function namespaceName(index: number): string {
  return `team-${String(index).padStart(4, '0')}`;
}

export function hasSidecar(index: number): boolean {
  return index % 10 === 0;
}

/** The name of a Pod that runs a sidecar; every namespace has it. */
export const POD = 'app-0-6d4cf56db6-0';

function host(namespace: string, n: number): string {
  return `app-${n}.${namespace}.svc.cluster.local`;
}

function object(
  apiVersion: string,
  kind: string,
  namespace: string,
  name: string,
  age: number,
  rest: Record<string, unknown>,
  labels: Record<string, string> = {},
): Resource {
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace && { namespace }),
      creationTimestamp: timestamp(age),
      labels,
      ...{ resourceVersion: String(100_000 + age), uid: `${kind.toLowerCase()}-${namespace}-${name}` },
    },
    ...rest,
  };
}

function timestamp(age: number): string {
  return new Date(Date.UTC(2026, 0, 1) + age * 1000).toISOString().replace('.000Z', 'Z');
}

function controlPlane(): Resource[] {
  const mesh = 'rootNamespace: istio-system\noutboundTrafficPolicy:\n  mode: ALLOW_ANY\n';
  const labels = { app: 'istiod', 'istio.io/rev': 'default' };
  const container = { name: 'discovery', image: `docker.io/istio/pilot:${ISTIO_VERSION}`, args: ['discovery'] };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  return [
    object('v1', 'ConfigMap', 'istio-system', 'istio', 1, { data: { mesh } }, { 'istio.io/rev': 'default' }),
    object(
      'apps/v1',
      'Deployment',
      'istio-system',
      'istiod',
      2,
      { spec: { replicas: 1, selector: { matchLabels: { app: 'istiod' } }, template } },
      labels,
    ),
  ];
}

const NODES = 50;

function nodes(): Resource[] {
  return Array.from({ length: NODES }, (_, i) =>
    object(
      'v1',
      'Node',
      '',
      `node-${i}`,
      i,
      {},
      {
        'topology.kubernetes.io/region': 'region-1',
        'topology.kubernetes.io/zone': `region-1-${'abc'.charAt(i % 3)}`,
      },
    ),
  );
}

/** A Service, its EndpointSlice and its two Pods. */
function application(namespace: string, index: number, n: number, number: number): Resource[] {
  const app = `app-${n}`;
  const age = 1000 + number;
  const pods = [0, 1].map((replica) => pod(namespace, app, number * 2 + replica, replica, age));
  const service = {
    spec: {
      type: 'ClusterIP',
      clusterIP: ip(96, number),
      clusterIPs: [ip(96, number)],
      ipFamilies: ['IPv4'],
      selector: { app },
      ports: [
        { name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' },
        { name: 'grpc', port: 9090, targetPort: 9090, protocol: 'TCP' },
      ],
    },
    status: { loadBalancer: {} },
  };
  const isPrivate = index % 4 === 1 && n === 9;
  const created = object('v1', 'Service', namespace, app, age, service, { app });
  if (isPrivate) created.metadata.annotations = { 'networking.istio.io/exportTo': '.' };
  const slice = {
    addressType: 'IPv4',
    endpoints: pods.map(({ metadata, status, spec }) => ({
      addresses: [(status as { podIP: string }).podIP],
      conditions: { ready: true, serving: true, terminating: false },
      nodeName: (spec as { nodeName: string }).nodeName,
      targetRef: { kind: 'Pod', name: metadata.name, namespace },
    })),
    ports: [
      { name: 'http', port: 8080, protocol: 'TCP' },
      { name: 'grpc', port: 9090, protocol: 'TCP' },
    ],
  };
  const label = { 'kubernetes.io/service-name': app };
  return [
    created,
    object('discovery.k8s.io/v1', 'EndpointSlice', namespace, `${app}-x7k2p`, age, slice, label),
    ...pods,
  ];
}

function ip(second: number, number: number): string {
  return `10.${second + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

function pod(namespace: string, app: string, number: number, replica: number, age: number): Resource {
  const labels = {
    app,
    version: replica === 0 ? 'v1' : 'v2',
    'pod-template-hash': '6d4cf56db6',
    'security.istio.io/tlsMode': 'istio',
    'service.istio.io/canonical-name': app,
    'service.istio.io/canonical-revision': 'latest',
  };
  const podIP = ip(128, number);
  const spec = {
    nodeName: `node-${number % NODES}`,
    serviceAccountName: app,
    containers: [
      {
        name: app,
        image: `registry.example.com/${namespace}/${app}:1.0.${replica}`,
        ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
        env: [{ name: 'LOG_LEVEL', value: 'info' }],
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
      },
      {
        name: 'istio-proxy',
        image: `docker.io/istio/proxyv2:${ISTIO_VERSION}`,
        args: ['proxy', 'sidecar', '--domain', '$(POD_NAMESPACE).svc.cluster.local', '--log_output_level=default:info'],
        ports: [{ name: 'http-envoy-prom', containerPort: 15090, protocol: 'TCP' }],
        env: [
          { name: 'PILOT_CERT_PROVIDER', value: 'istiod' },
          { name: 'CA_ADDR', value: 'istiod.istio-system.svc:15012' },
          { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
          { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } } },
          { name: 'ISTIO_META_CLUSTER_ID', value: 'Kubernetes' },
        ],
        volumeMounts: ['workload-socket', 'istiod-ca-cert', 'istio-data', 'istio-envoy', 'istio-token'].map((name) => ({
          name,
          mountPath: `/var/run/${name}`,
        })),
      },
    ],
  };
  const status = {
    phase: 'Running',
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
      type,
      status: 'True',
      lastTransitionTime: timestamp(age),
    })),
  };
  const created = object('v1', 'Pod', namespace, `${app}-6d4cf56db6-${replica}`, age, { spec, status }, labels);
  created.metadata.annotations = { 'istio.io/rev': 'default', 'sidecar.istio.io/status': '{"revision":"default"}' };
  return created;
}

const SHARED_HOSTS = 20;

/** One host that is the namespace's own, one that fifty namespaces declare, each for itself. */
function entries(namespace: string, index: number): Resource[] {
  const entry = (name: string, hosts: string[], exportTo?: string[]) =>
    object('networking.istio.io/v1', 'ServiceEntry', namespace, name, 2000 + index, {
      spec: {
        hosts,
        location: 'MESH_EXTERNAL',
        resolution: 'DNS',
        ports: [{ number: 443, name: 'tls', protocol: 'TLS' }],
        ...(exportTo && { exportTo }),
      },
    });
  return [
    entry('partner', [`api.${namespace}.example.com`]),
    entry('cloud', [`storage-${index % SHARED_HOSTS}.cloud.example.com`], ['.']),
  ];
}

function virtualService(namespace: string, index: number): Resource {
  const to = (n: number, subset?: string) => ({ destination: { host: host(namespace, n), ...(subset && { subset }) } });
  return object('networking.istio.io/v1', 'VirtualService', namespace, 'app-1', 3000 + index, {
    spec: {
      hosts: [host(namespace, 1)],
      http: [
        { match: [{ uri: { prefix: '/v2' } }], route: [to(1, 'v2')] },
        {
          route: [
            { ...to(1, 'v1'), weight: 90 },
            { ...to(2), weight: 10 },
          ],
        },
      ],
    },
  });
}

function destinationRule(namespace: string, index: number): Resource {
  return object('networking.istio.io/v1', 'DestinationRule', namespace, 'app-1', 3000 + index, {
    spec: {
      host: host(namespace, 1),
      trafficPolicy: { loadBalancer: { simple: 'LEAST_REQUEST' } },
      subsets: ['v1', 'v2'].map((name) => ({ name, labels: { version: name } })),
    },
  });
}

/** Imports the own namespace, its neighbour and the control plane's. */
function sidecar(namespace: string, index: number, namespaces: number): Resource {
  const neighbour = namespaceName((index + 1) % namespaces);
  return object('networking.istio.io/v1', 'Sidecar', namespace, 'default', 4000 + index, {
    spec: { egress: [{ hosts: ['./*', `${neighbour}/*`, 'istio-system/*'] }] },
  });
}
