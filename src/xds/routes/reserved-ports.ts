import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import type { Pod } from '../../model/kubernetes.js';
import type { Proxy } from '../../model/proxy.js';
import { proxyContainer, type PORT_VARIABLES } from '../../model/proxy-metadata.js';
import { isAtLeast, parseVersion } from '../../model/version.js';

const STATUS_PORT = 15021;
const METRICS_PORT = 15090;
const OUTBOUND_PORT = 15001;
const INBOUND_PORT = 15006;

/**
 * The ports on which a proxy serves its own status and metrics: no listener takes them at every address.
 * istiod 1.31 pilot/pkg/model/context.go: conflictWithReservedListener, pilot/cmd/pilot-agent/options/options.go
 */
export function staticPorts(proxy: Proxy, features: Features): readonly number[] {
  const container = proxyContainer(proxy.pod as Pod | undefined);
  const port = (name: (typeof PORT_VARIABLES)[number], fallback: number) => {
    const value = container?.env?.find((variable) => variable.name === name)?.value;
    return typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : fallback;
  };
  const secure = features.secureMetricsPorts && knowsSecurePorts(proxy);
  return [
    port('ENVOY_STATUS_PORT', STATUS_PORT),
    port('ENVOY_PROMETHEUS_PORT', METRICS_PORT),
    ...(secure ? [port('ENVOY_SECURE_METRICS_PORT', 0), port('ENVOY_SECURE_MERGED_METRICS_PORT', 0)] : []),
  ];
}

/** The ports to which all traffic of a proxy is redirected. */
export function virtualPorts(meshConfig: ControlPlane['meshConfig']): readonly number[] {
  return [meshConfig.proxyListenPort || OUTBOUND_PORT, meshConfig.proxyInboundListenPort || INBOUND_PORT];
}

/** Agents before 1.31 do not read these variables. */
function knowsSecurePorts({ version }: Proxy): boolean {
  const parsed = parseVersion(version ?? '');
  return !parsed || isAtLeast(parsed, 1, 31);
}
