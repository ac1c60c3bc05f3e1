import type { RequestAuthentication } from '../model/istio.js';
import { fieldOf } from '../model/resource.js';
import { lookupCluster } from './ext-authz/lookup-cluster.js';
import type { Mesh, ProxyConfig } from './mesh.js';
import { outboundName } from './cluster.js';
import { attachmentOf, type PolicyPlace } from './policy-attachment.js';
import type { ClusterReference } from './routes/reference.js';

/** Scheme, host and port of a URI that validation takes. */
const URI = /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?/i;

/**
 * The clusters from which a proxy fetches the keys of its RequestAuthentications, where istiod leaves that to Envoy. A host that
 * the registry lacks has a cluster's name all the same, unless istiod fetches the keys then.
 * istiod 1.28 pilot/pkg/security/authn/policy_applier.go: convertToEnvoyJwtConfig
 */
export function jwksReferences(mesh: Mesh, config: ProxyConfig): ClusterReference[] {
  const { jwksFetch } = mesh.features;
  if (jwksFetch === 'istiod') return [];
  return policiesOf(mesh, config).flatMap((policy) =>
    (policy.spec?.jwtRules ?? []).flatMap(({ jwksUri }, i): ClusterReference[] => {
      const [, scheme = '', hostText = '', portText] = URI.exec(jwksUri ?? '') ?? [];
      const host = hostText.replace(/^\[|\]$/g, '');
      if (host === '') return [];
      const port = Number(portText ?? (scheme.toLowerCase() === 'https' ? 443 : 80));
      const lookup = lookupCluster(host, port, config.world.registry);
      if ('error' in lookup && jwksFetch === 'hybrid') return [];
      const by = fieldOf(policy, `spec.jwtRules[${i}].jwksUri`);
      return [{ cluster: outboundName(port, '', host), from: { listener: 'http', port, kind: 'jwks', host, by } }];
    }),
  );
}

/** Policies of the root namespace and of the proxy's own; at a waypoint those of each of its services, too. */
function policiesOf({ admitted, controlPlane, features }: Mesh, { proxy, owned = [] }: ProxyConfig) {
  const { rootNamespace } = controlPlane.meshConfig;
  const places: PolicyPlace[] = [{ rootNamespace }, ...owned.map((service) => ({ rootNamespace, service }))];
  return admitted.of<RequestAuthentication>('RequestAuthentication').filter((policy) => {
    const { namespace } = policy.metadata;
    const isNear =
      namespace === rootNamespace ||
      namespace === proxy.namespace ||
      owned.some((service) => service.namespace === namespace);
    return isNear && places.some((place) => attachmentOf(policy, proxy, features, place) === 'in-force');
  });
}
