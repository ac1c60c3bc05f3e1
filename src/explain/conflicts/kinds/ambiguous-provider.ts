import type { Resource } from '../../../model/resource.js';
import { selects } from '../../../model/labels.js';
import type { Proxy } from '../../../model/proxy.js';
import { claimOfService, portNumbers } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import { viewsOf, type Look } from '../views.js';
import { meshConfigField } from '../../../scope/export-to.js';

/**
 * An extension provider that names a host without `namespace/` while several namespaces hold it, whether exported or not: istiod
 * finds no service. istiod 1.28 pilot/pkg/model/telemetry_logging.go: LookupCluster
 */
export const ambiguousProvider: ConflictFinder = {
  hosts: () => [],
  find: (context) =>
    context.mesh.controlPlane.meshConfig.extensionProviders.flatMap((provider): Conflict[] => {
      const host = hostOf(provider);
      if (!host || host.includes('/')) return [];
      const holders = context.mesh.world.registry.byHost.get(host);
      if (!holders || holders.size < 2) return [];
      const by = meshConfigField(context.mesh.controlPlane, 'extensionProviders');
      const losers = [...holders.values()].map((service): Loser => ({
        ...claimOfService(service),
        lost: 'all',
        ports: portNumbers(service),
        rule: 'ambiguous',
        reason: { code: 'provider-ambiguous', by, args: { provider: provider.name, host } },
      }));
      const looks = looksOf(provider.name, losers, context);
      const used = looks.some(({ proxies }) => (proxies?.length ?? 0) > 0);
      if (looks.length === 0) return [];
      return [
        {
          kind: 'ambiguous-provider',
          host,
          subject: provider.name,
          hosts: [host],
          severity: used ? 'lost' : 'surprising',
          meaning: `Provider ${provider.name} has no cluster: a CUSTOM policy that names it denies what its rules match. Write namespace/${host} in the mesh config.`,
          views: viewsOf(looks),
        },
      ];
    }),
};

/** The service that a provider of any kind names. */
function hostOf(provider: Record<string, unknown>): string | undefined {
  for (const value of Object.values(provider)) {
    const { service } = (value ?? {}) as { service?: unknown };
    if (typeof service === 'string') return service;
  }
  return undefined;
}

interface AuthorizationPolicy extends Resource {
  spec?: { selector?: { matchLabels?: Record<string, string> } | null; action?: string; provider?: { name?: string } };
}

/** Whom it concerns: proxies that a CUSTOM policy of this provider selects; every namespace when none does. */
function looksOf(name: string, losers: readonly Loser[], { mesh, viewpoints }: ConflictContext): Look[] {
  const policies = mesh.admitted
    .of<AuthorizationPolicy>('AuthorizationPolicy')
    .filter(({ spec }) => spec?.action === 'CUSTOM' && spec.provider?.name === name);
  if (policies.length === 0) return viewpoints.map((viewpoint) => ({ viewpoint, losers, proxies: [] }));
  const concerns = ({ namespace, labels }: Proxy) =>
    policies.some(
      ({ metadata, spec }) =>
        (metadata.namespace === namespace || metadata.namespace === mesh.controlPlane.meshConfig.rootNamespace) &&
        selects(spec?.selector?.matchLabels, labels),
    );
  return viewpoints.flatMap((viewpoint): Look[] => {
    const proxies = viewpoint.proxies.filter(concerns);
    return proxies.length > 0 || concerns(viewpoint.proxy) ? [{ viewpoint, losers, proxies }] : [];
  });
}
