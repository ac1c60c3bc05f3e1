import type { Container, Pod } from './kubernetes.js';

/** What of a proxy's node metadata decides answers; the injector sets it as `ISTIO_META_NAME` in the container. */
export const PROXY_METADATA = [
  'DISABLE_HBONE_SEND',
  'DNS_AUTO_ALLOCATE',
  'DNS_CAPTURE',
  'GENERATOR',
  'INTERCEPTION_MODE',
  'NETWORK',
  'UNPRIVILEGED_POD',
] as const;

export type ProxyMetadata = (typeof PROXY_METADATA)[number];

export function metadataVariable(name: ProxyMetadata): string {
  return `ISTIO_META_${name}`;
}

/** The container that runs the proxy; a native sidecar is an init container. */
export function proxyContainer(pod: Pick<Pod, 'spec'> | undefined): Container | undefined {
  const { containers = [], initContainers = [] } = pod?.spec ?? {};
  return [...containers, ...initContainers].find(({ name }) => name === 'istio-proxy');
}

/** Metadata of the proxy in a container, over the mesh's `proxyMetadata`. istiod 1.28 pkg/bootstrap/config.go */
export function metadataOf(container: Container | undefined, defaults: Readonly<Record<string, string>> = {}) {
  return (name: ProxyMetadata): string | undefined => {
    const variable = metadataVariable(name);
    return container?.env?.find((entry) => entry.name === variable)?.value ?? defaults[variable];
  };
}
