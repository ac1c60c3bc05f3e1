import type { Gateway, GatewayServer } from '../model/istio.js';
import type { Features } from '../model/features.js';
import type { KubernetesService, Pod } from '../model/kubernetes.js';
import { selects, selectsSome } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import { byObjectCreation } from '../registry/creation-order.js';

/** The Gateways that a router serves. */
export interface GatewayBinding {
  /** `namespace/name` of Gateways that have a server with a port, oldest first. */
  names: readonly string[];
  gateways: readonly Gateway[];
  /** Whether a server routes by SNI to every service of the mesh. */
  autoPassthrough: boolean;
}

/** istiod 1.28 pilot/pkg/model/push_context.go and gateway.go: mergeGateways */
export function bindGateways(
  proxy: Proxy,
  objects: readonly Gateway[],
  services: readonly KubernetesService[],
  features: Features,
): GatewayBinding | undefined {
  const gateways = [...objects]
    .filter(
      ({ metadata, spec }) =>
        (!features.scopeGatewayToNamespace || metadata.namespace === proxy.namespace) &&
        selects(spec?.selector ?? undefined, proxy.labels),
    )
    .sort(byObjectCreation);
  if (gateways.length === 0) return undefined;
  const targets = targetPorts(proxy, services);
  const hostsByPort = new Map<number, Map<string, string>>();
  let autoPassthrough = false;
  const names: string[] = [];
  for (const gateway of gateways) {
    const servers = (gateway.spec?.servers ?? []).filter(({ port }) => port);
    if (servers.length > 0) names.push(`${gateway.metadata.namespace}/${gateway.metadata.name}`);
    for (const server of servers) {
      if (!server.tls) continue;
      const port = targets.get(server.port!.number ?? 0) ?? server.port!.number ?? 0;
      let hosts = hostsByPort.get(port);
      if (!hosts) hostsByPort.set(port, (hosts = new Map<string, string>()));
      if (!claimHosts(server, gateway.metadata.namespace ?? 'default', hosts)) continue;
      autoPassthrough ||= server.tls.mode === 'AUTO_PASSTHROUGH';
    }
  }
  return { names, gateways, autoPassthrough };
}

/** A TLS server is skipped when one of its hosts is taken on the port (and address) already. …: CheckDuplicates */
function claimHosts({ hosts = [], bind = '' }: GatewayServer, namespace: string, taken: Map<string, string>): boolean {
  let free = true;
  for (const entry of hosts) {
    const host = withNamespace(entry, namespace);
    if (taken.get(host) === bind) free = false;
    else taken.set(host, bind);
  }
  return free;
}

function withNamespace(entry: string, namespace: string): string {
  const [prefix, host] = entry.split('/');
  if (host === undefined) return entry;
  return prefix === '.' ? `${namespace}/${host}` : prefix === '*' ? host : entry;
}

/** Ports that the proxy's own Services translate: the first Service that has the port decides. …: resolvePorts */
export function targetPorts(proxy: Proxy, services: readonly KubernetesService[]): Map<number, number> {
  const targets = new Map<number, number>();
  const pod = proxy.pod as Pod | undefined;
  for (const { metadata, spec } of services) {
    if (metadata.namespace !== proxy.namespace || !selectsSome(spec?.selector, pod?.metadata.labels)) continue;
    if (metadata.labels?.['experimental.istio.io/disable-gateway-port-translation'] !== undefined) continue;
    for (const port of spec?.ports ?? []) {
      const target =
        typeof port.targetPort === 'string' ? containerPort(pod, port.targetPort) : port.targetPort || port.port;
      if (target !== undefined && !targets.has(port.port)) targets.set(port.port, target);
    }
  }
  return targets;
}

function containerPort(pod: Pod | undefined, name: string): number | undefined {
  return (pod?.spec?.containers ?? []).flatMap(({ ports = [] }) => ports).find((port) => port.name === name)
    ?.containerPort;
}
