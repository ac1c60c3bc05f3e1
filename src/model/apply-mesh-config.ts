import type { ExtensionProvider, MeshConfig } from './mesh-config.js';
import { rejectionOf, type Rejection } from './mesh-config-type.js';
import { jsonNames } from './proto-names.js';

export type Applied = { config: MeshConfig } | { rejected: Rejection };

/** One mesh config document laid over another: fields replace, providers join by name, the proxy config is merged.
 *  istiod 1.28 pkg/config/mesh/mesh.go: ApplyMeshConfig */
export function applyMeshConfig(document: unknown, base: MeshConfig): Applied {
  // An empty document changes nothing.
  if (document === null || document === undefined) return { config: base };
  if (typeof document !== 'object' || Array.isArray(document)) {
    return { rejected: { path: '', message: 'mesh config is not a mapping' } };
  }
  const over = withoutNulls(jsonNames(document) as Record<string, unknown>);
  const rejected = rejectionOf(over);
  if (rejected) return { rejected };
  // These two are taken from the document by their JSON names only.
  const { defaultConfig, defaultProviders } = document as Record<string, unknown>;
  const config: MeshConfig = {
    ...base,
    ...emptyListsUnset(over),
    extensionProviders: mergeProviders(base.extensionProviders, over.extensionProviders as ExtensionProvider[]),
    defaultConfig: mergeProxyConfig(base.defaultConfig, defaultConfig as MeshConfig['defaultConfig']),
  };
  if (base.defaultProviders ?? defaultProviders) {
    config.defaultProviders = { ...(base.defaultProviders as object), ...(defaultProviders as object) };
  }
  if (base.trustDomainAliases ?? over.trustDomainAliases) {
    config.trustDomainAliases = union(base.trustDomainAliases, over.trustDomainAliases);
  }
  return { config };
}

/** The decoder skips null fields. */
function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** A default list that is written empty is nil in istiod, which means `*`.
 *  istiod 1.28 pilot/pkg/model/push_context.go: initDefaultExportMaps */
function emptyListsUnset(fields: Record<string, unknown>): Record<string, unknown> {
  const isUnset = (name: string, value: unknown): boolean =>
    /^default\w+ExportTo$/.test(name) && Array.isArray(value) && value.length === 0;
  return Object.fromEntries(Object.entries(fields).map(([n, value]) => [n, isUnset(n, value) ? ['*'] : value]));
}

/** The last provider of a name wins and keeps the place of the first. */
function mergeProviders(base: ExtensionProvider[], over: ExtensionProvider[] = []): ExtensionProvider[] {
  const byName = new Map(base.map((provider) => [provider.name, provider]));
  for (const provider of over) byName.set(provider.name ?? '', { ...provider, name: provider.name ?? '' });
  return [...byName.values()];
}

type ProxyConfig = NonNullable<MeshConfig['defaultConfig']>;

function mergeProxyConfig(base: ProxyConfig = {}, over: ProxyConfig | null = {}): ProxyConfig {
  const merged = { ...base, ...withoutNulls(jsonNames(over ?? {}) as ProxyConfig) };
  if (base.proxyMetadata) merged.proxyMetadata = { ...base.proxyMetadata, ...merged.proxyMetadata };
  return merged;
}

function union(base: unknown, over: unknown): string[] {
  return [...new Set([...((base as string[]) ?? []), ...((over as string[]) ?? [])])].sort();
}
