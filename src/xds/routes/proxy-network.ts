import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import { isIpv4, isIpv6 } from '../../model/ip.js';
import type { Pod } from '../../model/kubernetes.js';
import type { Proxy } from '../../model/proxy.js';
import { metadataOf, proxyContainer } from '../../model/proxy-metadata.js';
import { goBool } from '../../model/go-bool.js';
import { staticPorts, virtualPorts } from './reserved-ports.js';

/** How a proxy stands in the network, as far as that decides its listeners. */
export interface ProxyNetwork {
  /** The first address; empty for a proxy that does not exist yet. */
  ip: string;
  ipv4: boolean;
  ipv6: boolean;
  /** The address of listeners that serve every destination. */
  wildcard: string;
  localhost: string;
  dnsDomain: string;
  /** The application connects to the proxy's ports itself; nothing is redirected. */
  interceptionNone: boolean;
  /** The proxy listens as a plain HTTP proxy for applications that ask for one. */
  httpProxy: boolean;
  /** Addresses that istiod allocated to ServiceEntries count. */
  usesAllocatedAddresses: boolean;
  /** Those of its status and metrics. */
  staticPorts: ReadonlySet<number>;
  /** All that the proxy listens on for itself. */
  reservedPorts: ReadonlySet<number>;
  /** The proxy cannot listen on ports under 1024. */
  unprivileged: boolean;
}

/** istiod 1.28 pilot/pkg/model/proxy.go, pilot/pkg/networking/core/listener_address.go */
export function proxyNetwork(
  proxy: Proxy,
  { domainSuffix, meshConfig }: ControlPlane,
  features: Features,
): ProxyNetwork {
  const pod = proxy.pod as Pod | undefined;
  // Files may hold an entry without an address.
  const ips = (pod?.status?.podIPs ?? []).flatMap(({ ip }) => (ip ? [ip] : []));
  if (ips.length === 0 && pod?.status?.podIP) ips.push(pod.status.podIP);
  const ipv4 = ips.length === 0 || ips.some(isIpv4);
  const ipv6 = ips.some(isIpv6);
  const metadata = metadataOf(proxyContainer(pod), meshConfig.defaultConfig?.proxyMetadata);
  const captures = goBool(metadata('DNS_CAPTURE')) ?? false;
  const allocates = goBool(metadata('DNS_AUTO_ALLOCATE')) || features.ipAutoAllocation;
  const mode = metadata('INTERCEPTION_MODE') ?? pod?.metadata.annotations?.['sidecar.istio.io/interceptionMode'];
  const own = staticPorts(proxy, features);
  return {
    ip: ips[0] ?? '',
    ipv4,
    ipv6,
    wildcard: ipv4 ? '0.0.0.0' : '::',
    localhost: ipv4 ? '127.0.0.1' : '::1',
    dnsDomain: `${proxy.namespace}.svc.${domainSuffix}`,
    interceptionNone: mode === 'NONE',
    httpProxy: isHttpProxy(metadata('HTTP_PROXY_PORT'), meshConfig.proxyHttpPort),
    usesAllocatedAddresses: captures && allocates,
    staticPorts: new Set(own),
    reservedPorts: new Set([...own, ...virtualPorts(meshConfig)]),
    unprivileged: goBool(metadata('UNPRIVILEGED_POD')) ?? false,
  };
}

/** The proxy's own port counts where it is a number, 0 included. istiod 1.28 pilot/pkg/networking/core/listener.go: buildHTTPProxy */
function isHttpProxy(own: string | undefined, ofMesh: unknown): boolean {
  const port = own !== undefined && /^[+-]?\d+$/.test(own) ? own : ofMesh;
  return Number(port ?? 0) !== 0;
}
