import { extAuthzOf } from './ext-authz/answer.js';
import type { ExtAuthzFilter } from './ext-authz/filters.js';
import { jwksReferences } from './jwks-references.js';
import type { Mesh } from './mesh.js';
import type { ProxyConfig } from './world.js';
import { danglingClusters, type DanglingCluster } from './routes/dangling.js';
import { envoyFilterReferences, listenerPatches } from './envoy-filters/references.js';
import { listenersOf } from './routes/proxy-listeners.js';
import type { ClusterReference } from './routes/reference.js';
import { usedProviders, type ProviderUse } from './telemetry/used-providers.js';

/** Every cluster that a proxy is told to send to, with what names it: routes, listeners, filters, tracers, logs, patches. */
export function referencesOf(mesh: Mesh, config: ProxyConfig): ClusterReference[] {
  const { proxy, patches } = config;
  const { references, chains, clientHttp } = listenersOf(mesh, config);
  const { filters } = extAuthzOf(mesh, config);
  // Tracers belong to HTTP alone; a router has no server's side, and without a chain no listener that keeps a log.
  const client = { 'access-log': proxy.type !== 'router' || chains.size > 0, tracing: clientHttp };
  const uses = providerUsesOf(mesh, config).filter(({ use, side }) =>
    side === 'client' ? client[use] : proxy.type !== 'router',
  );
  return [
    ...references,
    ...filters.flatMap(filterReferences),
    ...uses.flatMap(useReferences),
    ...(chains.has('http') ? jwksReferences(mesh, config) : []),
    ...envoyFilterReferences(listenerPatches(patches, proxy.type)),
  ];
}

/** References that CDS of the same proxy cannot serve, sorted by cluster. */
export function danglingOf(mesh: Mesh, config: ProxyConfig): DanglingCluster[] {
  return danglingClusters(config, referencesOf(mesh, config));
}

/** The tracers and access logs with a service of their own that hold for a proxy. */
export function providerUsesOf({ telemetries, controlPlane }: Mesh, { proxy, world }: ProxyConfig): ProviderUse[] {
  return usedProviders(telemetries.of(proxy), world.providerReferences, controlPlane);
}

function filterReferences({ chain, effect }: ExtAuthzFilter): ClusterReference[] {
  if (effect.kind !== 'call') return [];
  const { provider, cluster, host } = effect;
  const by = { ...provider.by, path: `${provider.by.path}.service` };
  const named = { name: provider.name, kind: provider.api === 'http' ? 'envoyExtAuthzHttp' : 'envoyExtAuthzGrpc' };
  return [{ cluster, from: { listener: chain, port: provider.port, kind: 'ext-authz', host, by, provider: named } }];
}

function useReferences({ provider, use, side, by }: ProviderUse): ClusterReference[] {
  const { lookup, name, kind, port } = provider;
  if ('error' in lookup) return [];
  const from = { listener: side, port, kind: use, host: lookup.host, by, provider: { name, kind } };
  return [{ cluster: lookup.cluster, from }];
}
