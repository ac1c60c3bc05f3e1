import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { RequestAuthentication } from '../model/istio.js';
import type { Proxy } from '../model/proxy.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import type { Service } from '../model/service.js';
import { attachmentOf } from './policy-attachment.js';

/** Scheme, host and port of a URI that validation takes. */
const URI = /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?/i;

/** Where the keys of a token's issuer are to be fetched. */
export interface TokenIssuer {
  host: string;
  port: number;
  by: FieldRef;
}

/**
 * The key servers that RequestAuthentications name for a proxy, or for one service of a waypoint.
 * istiod 1.28 pilot/pkg/model/authentication.go: GetJwtPoliciesForWorkload, pkg/config/security/security.go: ParseJwksURI
 */
export function tokenIssuers(
  proxy: Proxy,
  policies: readonly RequestAuthentication[],
  features: Features,
  { meshConfig: { rootNamespace } }: ControlPlane,
  service?: Service,
): TokenIssuer[] {
  const namespaces = new Set([proxy.namespace, rootNamespace, ...(service ? [service.namespace] : [])]);
  const place = { rootNamespace, ...(service && { service }) };
  return policies
    .filter(({ metadata }) => namespaces.has(metadata.namespace ?? 'default'))
    .filter((policy) => attachmentOf(policy, proxy, features, place) === 'in-force')
    .flatMap((policy) =>
      (policy.spec?.jwtRules ?? []).flatMap(({ jwksUri = '' }, i): TokenIssuer[] => {
        const [, scheme = '', name = '', port] = URI.exec(jwksUri) ?? [];
        const host = name.replace(/^\[|\]$/g, '');
        if (host === '') return [];
        const by = fieldOf(policy, `spec.jwtRules[${i}].jwksUri`);
        return [{ host, port: Number(port ?? (scheme.toLowerCase() === 'https' ? 443 : 80)), by }];
      }),
    );
}
