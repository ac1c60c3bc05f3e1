import { proxyKey } from '../../src/model/proxy.js';
import { serviceKey, type Service } from '../../src/model/service.js';
import type { Outcome } from '../../src/model/undetermined.js';
import { assemble } from '../../src/sources/assemble.js';
import type { Endpoint } from '../../src/registry/endpoint.js';
import type { Cluster } from '../../src/xds/cluster.js';
import type { AddedCluster } from '../../src/xds/envoy-filters/cluster-patches.js';
import { extAuthzOf } from '../../src/xds/ext-authz/answer.js';
import type { ExtAuthzFilter } from '../../src/xds/ext-authz/filters.js';
import type { HandWrittenFilter } from '../../src/xds/ext-authz/hand-written.js';
import type { ExtAuthzProvider } from '../../src/xds/ext-authz/providers.js';
import { Mesh } from '../../src/xds/mesh.js';
import type { ProxyConfig } from '../../src/xds/world.js';
import { danglingOf } from '../../src/xds/references.js';
import type { DanglingCluster } from '../../src/xds/routes/dangling.js';
import type { InternalCluster } from '../../src/xds/waypoint/internal-clusters.js';
import type { RecordedCluster, RecordedMesh } from './recorded.js';

/** The engine's answer in the form of the recorded ones. */
export interface PredictedAnswer {
  type: string;
  sidecar?: string;
  scope: string[];
  listeners?: { port?: string; services: string[] }[];
  clusters: Record<string, PredictedCluster>;
  /** A waypoint's clusters that belong to no service; their names stand in `other` as well. */
  internal: Record<string, PredictedCluster>;
  other: string[];
  extAuthz: Record<string, unknown>[];
  dangling: string[];
}

/** A cluster whose endpoints istiod does not determine has several lists. */
export interface PredictedCluster extends RecordedCluster {
  otherEndpoints?: string[][];
}

export interface PredictedMesh {
  registries: Record<string, unknown>[][];
  aliases: Record<string, string[]>;
  registryInOrder: boolean;
  providers: Record<string, string>[];
  proxies: Map<string, Outcome<PredictedAnswer>[]>;
}

/** The engine on the objects of a recorded mesh. */
export async function engineOf(mesh: RecordedMesh): Promise<Mesh> {
  const { clusters, clusterOrder: [config = '', ...remotes] = [] } = mesh;
  const { snapshot } = await assemble({
    resources: clusters ? clusters[config]! : mesh.resources!,
    ...(clusters && {
      configCluster: config,
      remotes: remotes.map((name) => ({ name, resources: clusters[name]! })),
      remotesInOrder: true,
    }),
    ground: { source: 'files', from: [mesh.name] },
    namespace: 'default',
    gaps: [],
    notes: [],
    locate: () => undefined,
    flags: {},
  });
  return new Mesh(snapshot, snapshot.controlPlanes[0]!);
}

export async function predict(mesh: RecordedMesh): Promise<PredictedMesh> {
  const engine = await engineOf(mesh);
  return {
    registries: engine.worlds.map(({ result }) => result.registry.rows.map(registryRow)),
    aliases: aliasesOf(engine.world.registry.sorted),
    registryInOrder: engine.features.registryInOrder,
    providers: [...engine.world.providers.values()].map(providerRow),
    proxies: new Map(
      engine.proxies.map((proxy) => [
        proxyKey(proxy),
        engine.outcomesFor(proxy).map(({ result, points }) => ({ result: answerOf(result, engine), points })),
      ]),
    ),
  };
}

function registryRow(service: Service): Record<string, unknown> {
  return {
    hostname: service.hostname,
    namespace: service.namespace,
    name: service.name,
    provider: service.provider,
    resolution: service.resolution,
    meshExternal: service.meshExternal,
    ports: service.ports.map(({ name, number, protocol }) => `${name}|${number}|${protocol}`),
    exportTo: [...(service.exportTo ?? [])].sort(),
    address: service.address,
    ...(service.selector && { selector: service.selector }),
    created: new Date(service.created * 1000).toISOString().replace('.000Z', 'Z'),
  };
}

function aliasesOf(services: readonly Service[]): Record<string, string[]> {
  return Object.fromEntries(
    services
      .filter(({ aliases }) => aliases.length > 0)
      .map((service) => [
        serviceKey(service),
        service.aliases.map(({ namespace, hostname }) => `${namespace}/${hostname}`),
      ]),
  );
}

function providerRow({ name, service, lookup }: ExtAuthzProvider): Record<string, string> {
  const found = 'error' in lookup ? { error: lookup.error } : { host: lookup.host, cluster: lookup.cluster };
  return { name, service, ...found };
}

/**
 * Filters as the recording has them: what they call or that they deny; a filter that is not there has no row.
 * Of a waypoint it names the chains, too.
 */
function filterRows({ chain, effect, on }: ExtAuthzFilter, ofWaypoint: boolean): Record<string, unknown>[] {
  const places = on && ofWaypoint ? on.map((name) => ({ on: `main_internal ${name}` })) : [{}];
  if (effect.kind === 'deny' || effect.kind === 'deny-by-dry-run')
    return places.map((place) => ({ chain, deny: true, ...place }));
  if (effect.kind !== 'call') return [];
  const { api, failOpen, pathPrefix = '' } = effect.provider;
  const target = api === 'http' ? `http://${effect.host}${pathPrefix}` : effect.host;
  return places.map((place) => ({
    chain,
    cluster: effect.cluster,
    api,
    target,
    ...(failOpen && { failOpen }),
    ...place,
  }));
}

/** The recording knows such filters by their name alone. */
function handWrittenRows({ name, chain, cluster, api, target, failOpen }: HandWrittenFilter) {
  if (!/^envoy\.filters\.(http|network)\.ext_authz$/.test(name)) return [];
  return [{ chain, cluster, api, target, ...(failOpen && { failOpen }) }];
}

/** The recording does not look for the clusters of zipkin tracers. */
function isRecorded({ from }: DanglingCluster): boolean {
  return from.some(({ provider }) => provider?.kind !== 'zipkin');
}

function answerOf(config: ProxyConfig, mesh: Mesh): PredictedAnswer {
  const { proxy, scope, clusters, added, staticClusters, internal = [] } = config;
  const { filters, handWritten } = extAuthzOf(mesh, config);
  return {
    type: proxy.type,
    ...(proxy.type === 'sidecar' && scope.sidecar && { sidecar: `${proxy.namespace}/${scope.sidecar.metadata.name}` }),
    scope: scope.services.map(scopeRow),
    ...(proxy.type === 'sidecar' && {
      listeners: scope.listeners.map(({ egress, services }) => ({
        ...(egress?.port && { port: String(egress.port.number ?? 0) }),
        services: services.map(scopeRow),
      })),
    }),
    clusters: Object.fromEntries([
      ...clusters.filter(isNamedByHost).map((cluster) => [cluster.name, clusterRow(cluster)]),
      ...added.filter(isNamedByHost).map((cluster) => [cluster.name, addedRow(cluster)]),
    ]) as Record<string, PredictedCluster>,
    internal: Object.fromEntries(internal.map((cluster) => [cluster.name, internalRow(cluster)])),
    other: [
      ...staticClusters,
      ...[...clusters, ...added].filter((cluster) => !isNamedByHost(cluster)).map(({ name }) => name),
      ...clusters.filter(({ duplicate }) => duplicate).map(({ name }) => `duplicate ${name}`),
    ],
    extAuthz: [
      ...filters.flatMap((filter) => filterRows(filter, proxy.type === 'waypoint')),
      ...handWritten.flatMap(handWrittenRows),
    ],
    dangling: danglingOf(mesh, config)
      .filter(isRecorded)
      .map(({ cluster }) => cluster),
  };
}

/** The recording tells clusters apart by their names alone, which EnvoyFilters may change. */
function isNamedByHost({ name }: { name: string }): boolean {
  return /^(outbound|inbound)/.test(name);
}

function scopeRow({ provider, namespace, hostname, ports }: Service): string {
  return `${provider} ${namespace}/${hostname} ${ports.map(({ number }) => number).join(',')}`;
}

function internalRow({ type, listener }: InternalCluster): PredictedCluster {
  return { type, ...(listener !== undefined && { endpoints: [`internal:${listener}/`] }) };
}

function addressOf({ address, port, tunnel }: Endpoint): string {
  // Without a port istiod takes an address for the path of a socket.
  if (!tunnel) return address.startsWith('/') || port === 0 ? address : `${address}:${port}`;
  return `internal:${tunnel.listener ?? 'connect_originate'}/${tunnel.to}${tunnel.asking === undefined ? '' : ` for ${tunnel.asking}`}`;
}

function addedRow({ type, endpoints }: AddedCluster): PredictedCluster {
  return { type, endpoints: endpoints.map(addressOf).sort() };
}

function clusterRow({ name, type, service, rule, endpoints, otherEndpoints }: Cluster): PredictedCluster {
  const rows = (list: Cluster['endpoints']) =>
    list
      .map((endpoint) => `${addressOf(endpoint)}${endpoint.health === 'HEALTHY' ? '' : ` ${endpoint.health}`}`)
      .sort();
  // The metadata of a sidecar's dynamic forward proxy names no service, whatever type a patch gives it.
  const forwards = type === 'envoy.clusters.dynamic_forward_proxy' || service.resolution === 'DynamicDNS';
  const named = !forwards || name.startsWith('inbound-vip');
  return {
    type,
    ...(named && { service: `${service.namespace}/${service.name}/${service.hostname}` }),
    ...(rule && { rule: `${rule.metadata.namespace}/${rule.metadata.name}` }),
    endpoints: rows(endpoints),
    ...(otherEndpoints && { otherEndpoints: otherEndpoints.map(rows) }),
  };
}
