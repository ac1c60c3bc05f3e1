import type { RequestAuthentication } from '../model/istio.js';
import { tokenIssuers } from '../scope/token-issuers.js';
import { outboundName } from './cluster.js';
import { lookupCluster } from './ext-authz/lookup-cluster.js';
import type { Mesh, ProxyConfig } from './mesh.js';
import type { ClusterReference } from './routes/reference.js';

/**
 * The clusters from which Envoy fetches the keys of tokens itself, where istiod is told so. A host that is found in no
 * registry is left to istiod in hybrid mode.
 * istiod 1.28 pilot/pkg/security/authn/policy_applier.go: convertToEnvoyJwtConfig
 */
export function tokenKeyReferences(mesh: Mesh, { proxy, owned, world }: ProxyConfig): ClusterReference[] {
  const { admitted, features, controlPlane } = mesh;
  if (!features.jwksFromEnvoy) return [];
  const policies = admitted.of<RequestAuthentication>('RequestAuthentication');
  return (owned ?? [undefined])
    .flatMap((service) => tokenIssuers(proxy, policies, features, controlPlane, service))
    .flatMap(({ host, port, by }) => {
      const lookup = lookupCluster(host, port, world.registry);
      if ('error' in lookup && features.jwksHybrid) return [];
      return [
        { cluster: outboundName(port, '', host), from: { listener: 'http', port, kind: 'token-keys', host, by } },
      ];
    });
}
