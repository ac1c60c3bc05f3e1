import type { Container, Pod } from './kubernetes.js';

import { isMapping } from './mapping.js';

/** What of a proxy's node metadata decides answers; the injector sets it as `ISTIO_META_NAME` in the container. */
export const PROXY_METADATA = [
  'CLUSTER_ID',
  'DISABLE_HBONE_SEND',
  'DNS_AUTO_ALLOCATE',
  'DNS_CAPTURE',
  'GENERATOR',
  'HTTP_PROXY_PORT',
  'INTERCEPTION_MODE',
  'ISTIO_VERSION',
  'NETWORK',
  'REQUESTED_NETWORK_VIEW',
  'UNPRIVILEGED_POD',
] as const;

export type ProxyMetadata = (typeof PROXY_METADATA)[number];

/** Variables in which the agent finds the ports that Envoy listens on for itself; other ways to set this metadata do not count. */
export const PORT_VARIABLES = [
  'ENVOY_PROMETHEUS_PORT',
  'ENVOY_SECURE_MERGED_METRICS_PORT',
  'ENVOY_SECURE_METRICS_PORT',
  'ENVOY_STATUS_PORT',
] as const;

export function metadataVariable(name: ProxyMetadata): string {
  return `ISTIO_META_${name}`;
}

/** The container that runs the proxy; a native sidecar is an init container. */
export function proxyContainer(pod: Pick<Pod, 'spec'> | undefined): Container | undefined {
  const { containers = [], initContainers = [] } = pod?.spec ?? {};
  return [...containers, ...initContainers].find(({ name }) => name === 'istio-proxy');
}

/**
 * Metadata of the proxy in a container, over the `proxyMetadata` that it was injected with; over the mesh's, where it was not.
 * istiod 1.28 pkg/bootstrap/config.go, pilot/cmd/pilot-agent/config/config.go
 */
export function metadataOf(container: Container | undefined, ofMesh: Readonly<Record<string, string>> = {}) {
  const defaults = injectedMetadata(container) ?? ofMesh;
  return (name: ProxyMetadata): string | undefined => {
    const variable = metadataVariable(name);
    const value = container?.env?.find((entry) => entry.name === variable)?.value ?? defaults[variable];
    return typeof value === 'string' ? value : undefined;
  };
}

/** The proxy config that the injector wrote down; undefined for a container that was not injected. */
export function injectedConfig(container: Container | undefined): Readonly<Record<string, unknown>> | undefined {
  const text = container?.env?.find(({ name }) => name === 'PROXY_CONFIG')?.value;
  if (text === undefined) return undefined;
  try {
    const config: unknown = JSON.parse(text);
    return isMapping(config) ? config : undefined;
  } catch {
    return undefined;
  }
}

function injectedMetadata(container: Container | undefined): Readonly<Record<string, unknown>> | undefined {
  const config = injectedConfig(container);
  if (!config) return undefined;
  return isMapping(config['proxyMetadata']) ? config['proxyMetadata'] : {};
}
