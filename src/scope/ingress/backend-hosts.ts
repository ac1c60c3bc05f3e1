import { serviceHostname } from '../../model/host.js';
import type { Ingress } from '../../model/kubernetes-ingress.js';

/** The hosts of the Services that an Ingress names, whether istiod takes it or not. */
export function backendHosts({ metadata, spec }: Ingress, domainSuffix: string): string[] {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  return [spec?.defaultBackend, ...paths.map(({ backend }) => backend)].flatMap((backend) => {
    const name = backend?.service?.name;
    return name ? serviceHostname(name, metadata.namespace ?? 'default', domainSuffix) : [];
  });
}
