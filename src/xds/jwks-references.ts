import { distinct } from '../model/distinct.js';
import type { RequestAuthentication } from '../model/istio.js';
import { tokenIssuers } from '../scope/token-issuers.js';
import { outboundName } from './cluster.js';
import { lookupCluster } from './ext-authz/lookup-cluster.js';
import type { Mesh } from './mesh.js';
import type { ProxyConfig } from './world.js';
import type { ClusterReference } from './routes/reference.js';

/**
 * The clusters from which a proxy fetches the keys of its RequestAuthentications, where istiod leaves that to Envoy. A host that
 * the registry lacks has a cluster's name all the same, unless istiod fetches the keys then.
 * istiod 1.28 pilot/pkg/security/authn/policy_applier.go: convertToEnvoyJwtConfig
 */
export function jwksReferences(mesh: Mesh, { proxy, listened = [], world }: ProxyConfig): ClusterReference[] {
  const { admitted, features, controlPlane } = mesh;
  if (features.jwksFetch === 'istiod') return [];
  const policies = admitted.of<RequestAuthentication>('RequestAuthentication');
  const issuers = [undefined, ...listened].flatMap((service) =>
    tokenIssuers(proxy, policies, features, controlPlane, service),
  );
  return distinct(issuers).flatMap(({ host, port, by }): ClusterReference[] => {
    if ('error' in lookupCluster(host, port, world.registry) && features.jwksFetch === 'hybrid') return [];
    return [{ cluster: outboundName(port, '', host), from: { listener: 'http', port, kind: 'jwks', host, by } }];
  });
}
