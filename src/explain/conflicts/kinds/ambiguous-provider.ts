import { claimOfService, portNumbers } from '../claims.js';
import type { Conflict, Loser } from '../conflict.js';
import type { ConflictContext, ConflictFinder } from '../context.js';
import { viewsOf, type Look } from '../views.js';
import { meshConfigField } from '../../../scope/export-to.js';
import { providerReferences } from '../../../xds/ext-authz/providers.js';

/**
 * An extension provider that names a host without `namespace/` while several namespaces hold it, whether exported or not: istiod
 * finds no service. istiod 1.28 pilot/pkg/model/telemetry_logging.go: LookupCluster
 */
export const ambiguousProvider: ConflictFinder = {
  hosts: () => [],
  find: (context) => {
    const { controlPlane, world } = context.mesh;
    const by = meshConfigField(controlPlane, 'extensionProviders');
    return providerReferences(controlPlane, world.registry).flatMap(({ name, service: host, lookup }): Conflict[] => {
      if (!('error' in lookup) || lookup.error !== 'ambiguous') return [];
      const losers = [...world.registry.byHost.get(host)!.values()].map((service): Loser => ({
        ...claimOfService(service),
        lost: 'all',
        ports: portNumbers(service),
        rule: 'ambiguous',
        reason: { code: 'provider-ambiguous', by, args: { provider: name, host } },
      }));
      const looks = looksOf(name, losers, context);
      const used = looks.some(({ proxies }) => (proxies?.length ?? 0) > 0);
      if (looks.length === 0) return [];
      return [
        {
          kind: 'ambiguous-provider',
          host,
          subject: name,
          hosts: [host],
          severity: used ? 'lost' : 'surprising',
          meaning: `Provider ${name} has no cluster: a CUSTOM policy that names it denies what its rules match. Write namespace/${host} in the mesh config.`,
          views: viewsOf(looks),
        },
      ];
    });
  },
};

/** Whom it concerns: proxies for which a CUSTOM policy of this provider holds; every namespace when there is no such policy. */
function looksOf(name: string, losers: readonly Loser[], { mesh, viewpoints }: ConflictContext): Look[] {
  const { customPolicies } = mesh;
  if (!customPolicies.names(name)) return viewpoints.map((viewpoint) => ({ viewpoint, losers, proxies: [] }));
  const concerns = (proxy: Parameters<typeof customPolicies.inForce>[0]) =>
    customPolicies.inForce(proxy).some(({ provider }) => provider === name);
  return viewpoints.flatMap((viewpoint): Look[] => {
    const proxies = viewpoint.proxies.filter(concerns);
    return proxies.length > 0 || concerns(viewpoint.proxy) ? [{ viewpoint, losers, proxies }] : [];
  });
}
