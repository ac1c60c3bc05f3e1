import type { Labels } from '../../model/labels.js';
import type { Resource } from '../../model/resource.js';
import type { Sidecar } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import type { Mesh } from '../../xds/mesh.js';
import { proxyNetwork, type ProxyNetwork } from '../../xds/routes/proxy-network.js';
import { groupBy } from '../../model/group.js';

/** Proxies that istiod gives one scope: of one namespace, under one Sidecar. */
export interface Viewpoint {
  namespace: string;
  type: Proxy['type'];
  /** One of them; made up where the namespace has no proxy yet. */
  proxy: Proxy;
  sidecar?: Sidecar;
  /** Empty where the namespace has no proxy yet. */
  proxies: readonly Proxy[];
  /** How the one stands in the network. */
  network: ProxyNetwork;
  /** How they differ from other proxies of the namespace. */
  label: string;
}

/** Every viewpoint of the mesh, or of one namespace, by namespace. */
export function viewpointsOf(mesh: Mesh, only?: string): Viewpoint[] {
  const namespaces = only === undefined ? namespacesOf(mesh) : [only];
  return namespaces.flatMap((namespace) => {
    const proxies = mesh.proxiesOf(namespace);
    return proxies.length > 0 ? viewpointsOfProxies(mesh, namespace, proxies) : [imagined(mesh, namespace)];
  });
}

function viewpointsOfProxies(mesh: Mesh, namespace: string, proxies: readonly Proxy[]): Viewpoint[] {
  const { sidecars } = mesh.world;
  const governing = new Map(proxies.map((proxy) => [proxy, sidecarOf(mesh, proxy)]));
  const keyOf = (proxy: Proxy) =>
    `${proxy.type} ${governing.get(proxy)?.metadata.namespace}/${governing.get(proxy)?.metadata.name}`;
  return [...groupBy(proxies, keyOf).values()].map((group) => {
    const [proxy] = group as [Proxy, ...Proxy[]];
    const sidecar = proxy.type === 'sidecar' ? sidecars.governing(proxy) : undefined;
    return {
      namespace,
      type: proxy.type,
      proxy,
      ...(sidecar && { sidecar }),
      proxies: group,
      network: networkOf(mesh, proxy),
      label: labelOf(proxy, sidecar),
    };
  });
}

function imagined(mesh: Mesh, namespace: string): Viewpoint {
  const proxy: Proxy = { name: '', namespace, type: 'sidecar', labels: {} };
  const sidecar = sidecarOf(mesh, proxy);
  return {
    namespace,
    type: 'sidecar',
    proxy,
    ...(sidecar && { sidecar }),
    proxies: [],
    network: networkOf(mesh, proxy),
    label: labelOf(proxy, sidecar),
  };
}

function networkOf({ controlPlane, features }: Mesh, proxy: Proxy): ProxyNetwork {
  return proxyNetwork(proxy, controlPlane, features);
}

function sidecarOf(mesh: Mesh, proxy: Proxy): Sidecar | undefined {
  return proxy.type === 'sidecar' ? mesh.world.sidecars.governing(proxy) : undefined;
}

function labelOf({ type }: Proxy, sidecar: Sidecar | undefined): string {
  if (type !== 'sidecar') return type === 'router' ? 'gateways' : 'waypoints';
  return sidecar ? `Sidecar ${sidecar.metadata.namespace}/${sidecar.metadata.name}` : 'no Sidecar';
}

/** Namespaces that have proxies or would get them; every one, where nothing says which. */
function namespacesOf({ snapshot, admitted, proxies }: Mesh): string[] {
  const names = new Set(proxies.map(({ namespace }) => namespace));
  for (const [name, { metadata }] of admitted.namespaces) if (isInjected(metadata.labels)) names.add(name);
  if (names.size > 0) return [...names].sort();
  for (const name of admitted.namespaces.keys()) names.add(name);
  for (const { metadata } of snapshot.resources) if (metadata.namespace) names.add(metadata.namespace);
  return [...names].sort();
}

function isInjected(labels: Labels | undefined): boolean {
  return labels?.['istio-injection'] === 'enabled' || labels?.['istio.io/rev'] !== undefined;
}

/** `namespace/kind/name`, in another Kubernetes cluster `…@cluster`, of what the proxies run for, sorted: the Deployment rather than its pods. */
export function workloadsOf(proxies: readonly Proxy[]): string[] {
  return [...new Set(proxies.map((proxy) => workloadOf(proxy)))].sort();
}

/** The config cluster goes without saying. */
function workloadOf({ namespace, name, pod }: Proxy): string {
  const cluster = pod?.remoteCluster === undefined ? '' : `@${pod.remoteCluster}`;
  return `${namespace}/${ownerOf(name, pod)}${cluster}`;
}

function ownerOf(name: string, pod: Resource | undefined): string {
  const owner =
    pod?.metadata.ownerReferences?.find(({ controller }) => controller) ?? pod?.metadata.ownerReferences?.[0];
  if (!owner) return `pod/${name}`;
  const hash = pod?.metadata.labels?.['pod-template-hash'];
  return owner.kind === 'ReplicaSet' && hash && owner.name.endsWith(`-${hash}`)
    ? `deployment/${owner.name.slice(0, -hash.length - 1)}`
    : `${owner.kind.toLowerCase()}/${owner.name}`;
}
