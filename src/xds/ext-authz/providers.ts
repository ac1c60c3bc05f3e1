import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import type { ExtensionProvider } from '../../model/mesh-config.js';
import type { FieldRef } from '../../model/resource.js';
import type { Registry } from '../../registry/registry.js';
import { meshConfigField } from '../../scope/export-to.js';
import { lookupCluster, type ClusterLookup } from './lookup-cluster.js';
import { faultsOf, nameFault, type ExtAuthzSettings, type ProviderFault } from './provider-checks.js';
import { isMapping } from '../../model/mapping.js';

/** An ext_authz provider of the mesh config, with the cluster that its filters call. */
export interface ExtAuthzProvider {
  name: string;
  api: 'grpc' | 'http';
  /** `host` or `namespace/host`, as written. */
  service: string;
  port: number;
  failOpen: boolean;
  /** The status of a request that could not be checked; Envoy's default is 403. */
  statusOnError?: number;
  /** Of HTTP providers: what goes in front of the request's path. */
  pathPrefix?: string;
  lookup: ClusterLookup;
  /** Why istiod cannot use it, the look-up apart: any of them turns its policies into a deny. */
  faults: readonly ProviderFault[];
  by: FieldRef;
}

/** A provider of any kind that names a service: tracers and access logs look their cluster up in the same way. */
export interface ProviderReference {
  name: string;
  /** The field of the mesh config: `zipkin`, `envoyOtelAls`, … */
  kind: string;
  service: string;
  port: number;
  lookup: ClusterLookup;
  by: FieldRef;
}

const APIS = { envoyExtAuthzHttp: 'http', envoyExtAuthzGrpc: 'grpc' } as const;

/**
 * The ext_authz providers by name. A fault of one does not touch the others.
 * istiod 1.28 pilot/pkg/security/authz/builder/extauthz.go: processExtensionProvider
 */
export function extAuthzProviders(
  controlPlane: ControlPlane,
  registry: Registry,
  features: Features,
): Map<string, ExtAuthzProvider> {
  const providers = controlPlane.meshConfig.extensionProviders.flatMap((provider) =>
    (['envoyExtAuthzHttp', 'envoyExtAuthzGrpc'] as const)
      .filter((kind) => isMapping(provider[kind]))
      .map((kind) => extAuthzProvider(provider, kind, controlPlane, registry, features)),
  );
  return new Map(providers.map((provider) => [provider.name, provider]));
}

function extAuthzProvider(
  provider: ExtensionProvider,
  kind: keyof typeof APIS,
  controlPlane: ControlPlane,
  registry: Registry,
  features: Features,
): ExtAuthzProvider {
  const settings = provider[kind] as ExtAuthzSettings;
  const api = APIS[kind];
  const name = provider.name ?? '';
  const port = settings.port ?? 0;
  const faults = faultsOf(settings, api);
  const bad = features.strictProviderNames && name !== '' ? nameFault(name) : undefined;
  if (name === '') faults.push({ path: 'name', message: 'extension provider name must not be empty' });
  if (bad) faults.push(bad);
  return {
    name,
    api,
    service: settings.service ?? '',
    port,
    failOpen: settings.failOpen ?? false,
    ...(settings.statusOnError && { statusOnError: Number(settings.statusOnError) }),
    ...(api === 'http' && settings.pathPrefix && { pathPrefix: settings.pathPrefix }),
    lookup: lookupCluster(settings.service ?? '', port, registry),
    faults,
    by: meshConfigField(controlPlane, `extensionProviders[name=${name}].${kind}`),
  };
}

/** Every provider that names a service, in the order of the mesh config. */
export function providerReferences(controlPlane: ControlPlane, registry: Registry): ProviderReference[] {
  return controlPlane.meshConfig.extensionProviders.flatMap((provider) =>
    Object.entries(provider).flatMap(([kind, value]) => {
      if (!isMapping(value) || typeof value['service'] !== 'string') return [];
      const { service, port: number } = value as { service: string; port?: unknown };
      const port = typeof number === 'number' ? number : 0;
      const by = meshConfigField(controlPlane, `extensionProviders[name=${provider.name}].${kind}.service`);
      return [{ name: provider.name, kind, service, port, lookup: lookupCluster(service, port, registry), by }];
    }),
  );
}
