import { serviceHostname } from '../model/host.js';
import type { ControlPlane } from '../model/control-plane.js';
import { GATEWAY_KIND, type KubernetesGateway } from '../model/gateway-api.js';
import type { Features } from '../model/features.js';
import { add } from '../model/group.js';
import { isIp } from '../model/ip.js';
import type { KubernetesService } from '../model/kubernetes.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type Resource } from '../model/resource.js';
import { externalAddresses } from './external-addresses.js';
import { isAutoPassthrough } from './auto-passthrough.js';
import type { KubernetesCluster } from './kubernetes-cluster.js';
import { NETWORK_LABEL } from './network-lookup.js';

/** An address through which other networks reach one. */
export interface NetworkGateway {
  network: string;
  /** Empty for gateways that the mesh networks give by address. */
  clusterId: string;
  /** An IP, or a hostname. */
  address: string;
  /** 0 for a gateway that takes HBONE alone. */
  port: number;
  /** The Service; absent for an address of the mesh networks. */
  source?: Resource;
}

const DEFAULT_PORT = 15443;
const HBONE_PORT = 15008;
const PORT_LABEL = 'networking.istio.io/gatewayPort';

/** istiod 1.28 pilot/pkg/model/network.go: NetworkGateways */
export class NetworkGateways {
  readonly #byNetwork = new Map<string, NetworkGateway[]>();

  constructor(gateways: readonly NetworkGateway[]) {
    const seen = new Set<string>();
    for (const gateway of gateways) {
      const { network, clusterId, address, port } = gateway;
      const key = `${network} ${clusterId} ${address} ${port}`;
      if (seen.has(key)) continue;
      seen.add(key);
      add(this.#byNetwork, network, gateway);
    }
  }

  /** Whether networks matter at all: without a gateway every endpoint is taken to be reachable. */
  get any(): boolean {
    return this.#byNetwork.size > 0;
  }

  /** Those of the endpoint's own cluster, else all of its network. …/endpoints/ep_filters.go: selectNetworkGateways */
  for(network: string, clusterId: string): readonly NetworkGateway[] {
    const all = this.#byNetwork.get(network) ?? [];
    const own = all.filter((gateway) => gateway.clusterId === clusterId);
    return own.length > 0 ? own : all;
  }
}

/**
 * The gateways as EDS clusters see them and as DNS clusters do. Hostnames stay what they are in both: for EDS istiod resolves
 * them, or leaves them out where it is told to.
 * istiod 1.28 pilot/pkg/model/network.go: resolveHostnameGateways
 */
export interface MeshGateways {
  eds: NetworkGateways;
  dns: NetworkGateways;
  /** By network: a gateway that it names by its Service, and that istiod does not use. */
  ignored: ReadonlyMap<string, Reason>;
}

export function networkGateways(
  clusters: readonly KubernetesCluster[],
  controlPlane: ControlPlane,
  features: Features,
): MeshGateways {
  const all = [
    ...fromMeshNetworks(controlPlane),
    ...clusters.flatMap((cluster) => fromServices(cluster, controlPlane, features)),
    ...(features.gatewayApiNetworkGateways ? clusters.flatMap((cluster, i) => fromGateways(cluster, i === 0)) : []),
  ];
  const dns = new NetworkGateways(all);
  const eds = new NetworkGateways(features.resolvesGatewayHostnames ? all : all.filter(({ address }) => isIp(address)));
  return { eds, dns, ignored: ignoredGateways(clusters, dns, controlPlane, features) };
}

/** Where a network has no gateway that sidecars use, although a Service is one by its label or by the network's config. */
function ignoredGateways(
  clusters: readonly KubernetesCluster[],
  found: NetworkGateways,
  { meshNetworks = {} }: ControlPlane,
  features: Features,
): Map<string, Reason> {
  const ignored = new Map<string, Reason>();
  for (const object of clusters.flatMap(({ admitted }) => admitted.of<KubernetesService>('Service'))) {
    const { network, port, hasPort } = labelledRole(object, features) ?? {};
    if (network === undefined || hasPort || found.for(network, '').some((gateway) => gateway.port !== 0)) continue;
    const service = `${object.metadata.namespace}/${object.metadata.name}`;
    ignored.set(network, {
      code: 'network-gateway-without-port',
      by: fieldOf(object, 'spec.ports'),
      args: { network, service, port: String(port) },
    });
  }
  for (const [network, { gateways = [] }] of Object.entries(meshNetworks)) {
    const service = gateways.find(({ registryServiceName }) => registryServiceName)?.registryServiceName;
    if (service === undefined || found.for(network, '').length > 0) continue;
    ignored.set(network, { code: 'network-gateway-ignored', args: { network, service } });
  }
  return ignored;
}

function fromMeshNetworks({ meshNetworks = {} }: ControlPlane): NetworkGateway[] {
  return Object.entries(meshNetworks).flatMap(([network, { gateways = [] }]) =>
    gateways.flatMap(({ address, port = 0 }) => (address ? [{ network, clusterId: '', address, port }] : [])),
  );
}

/** istiod 1.28 pilot/pkg/serviceregistry/kube/controller/network.go: getGatewayDetails */
function fromServices(cluster: KubernetesCluster, controlPlane: ControlPlane, features: Features): NetworkGateway[] {
  const { id, admitted } = cluster;
  const named = registryServiceNames(id, controlPlane);
  return admitted.of<KubernetesService>('Service').flatMap((object) => {
    const { name, namespace = 'default' } = object.metadata;
    const host = serviceHostname(name, namespace, controlPlane.domainSuffix);
    const labelled = labelledRole(object, features);
    const roles = labelled ? portsOf(labelled, object) : (named.get(host) ?? []);
    if (roles.length === 0) return [];
    const { addresses, portOf } = externalAddresses(object, cluster);
    return addresses.flatMap((address) =>
      roles.map(({ port, ...role }) => ({ ...role, port: portOf(port), clusterId: id, address, source: object })),
    );
  });
}

/**
 * Addresses of Gateways that are labelled with a network; those of class istio-remote stand for what no API server of the
 * mesh has, and count in the config cluster alone.
 * istiod 1.28 …/controller/network.go: handleGatewayResource
 */
function fromGateways({ id, admitted }: KubernetesCluster, isConfigCluster: boolean): NetworkGateway[] {
  const objects = admitted.of<KubernetesGateway>(GATEWAY_KIND);
  return objects.flatMap(({ metadata: { labels }, spec = {} }, i) => {
    const network = labels?.[NETWORK_LABEL];
    if (!network || (spec.gatewayClassName === 'istio-remote' && !isConfigCluster)) return [];
    const passing = (spec.listeners ?? []).filter((listener) => isAutoPassthrough(labels, listener));
    return (spec.addresses ?? []).flatMap(({ type, value }) => {
      if (!value || (type !== 'IPAddress' && type !== 'Hostname')) return [];
      return passing.map(({ port }) => ({ network, clusterId: id, address: value, port, source: objects[i]! }));
    });
  });
}

/** What a Service labelled with a network stands for, whether or not it has the port. */
function labelledRole({ metadata: { labels = {} }, spec = {} }: KubernetesService, features: Features) {
  const network = labels[NETWORK_LABEL];
  if (!network) return undefined;
  const port = labelledPort(labels[PORT_LABEL]);
  return { network, port, hasPort: !features.gatewayServicesNeedPort || hasPort(spec, port) };
}

/**
 * Without the port there is no gateway for mutual TLS, and no gateway at all without the port of HBONE.
 * istiod 1.29 …/controller/network.go: getGatewayDetails
 */
function portsOf(
  { network, port, hasPort: found }: { network: string; port: number; hasPort: boolean },
  { spec = {} }: KubernetesService,
) {
  if (found) return [{ network, port }];
  return hasPort(spec, HBONE_PORT) ? [{ network, port: 0 }] : [];
}

function hasPort({ ports = [] }: NonNullable<KubernetesService['spec']>, number: number): boolean {
  return ports.some(({ port }) => port === number);
}

function labelledPort(label: string | undefined): number {
  return label && /^\d+$/.test(label) ? Number(label) : DEFAULT_PORT;
}

/** `registryServiceName` works only in clusters that the same network lists as `fromRegistry`. …: reloadMeshNetworks */
function registryServiceNames(clusterId: string, { meshNetworks = {} }: ControlPlane) {
  const named = new Map<string, { network: string; port: number }[]>();
  for (const [network, { endpoints = [], gateways = [] }] of Object.entries(meshNetworks)) {
    if (!endpoints.some(({ fromRegistry }) => fromRegistry === clusterId)) continue;
    for (const { registryServiceName, port = 0 } of gateways) {
      if (registryServiceName) add(named, registryServiceName, { network, port });
    }
  }
  return named;
}
