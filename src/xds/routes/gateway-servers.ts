import type { Gateway, GatewayServer } from '../../model/istio.js';
import { isHttp, parseProtocol, type Protocol } from '../../model/protocol.js';
import { withNamespace } from '../../scope/gateways.js';

/** A server of a Gateway as a router serves it. */
export interface BoundServer {
  gateway: Gateway;
  /** `namespace/name` of the Gateway. */
  gatewayName: string;
  index: number;
  server: GatewayServer;
  /** `host` or `namespace/host`. */
  hosts: readonly string[];
  /** The port that the server names; routes without a port of their own take it. */
  port: number;
  /** The port that the proxy listens on: the target port of its Service. */
  listenPort: number;
  bind: string;
  protocol: Protocol;
  /** The route configuration of HTTP servers. */
  routeName: string;
}

/**
 * The servers of the Gateways that a router serves, without those that conflict with an earlier one.
 * istiod 1.28 pilot/pkg/model/gateway.go: mergeGateways
 */
export function boundServers(gateways: readonly Gateway[], targets: ReadonlyMap<number, number>): BoundServer[] {
  const bound: BoundServer[] = [];
  const tlsHosts = new Map<number, Map<string, string>>();
  for (const gateway of gateways) {
    (gateway.spec?.servers ?? []).forEach((server, index) => {
      if (!server.port) return;
      const candidate = bind(gateway, server, index, targets);
      if (server.tls && !claimHosts(candidate, tlsHosts)) return;
      if (!conflicts(candidate, bound)) bound.push(candidate);
    });
  }
  return bound;
}

function bind(
  gateway: Gateway,
  server: GatewayServer,
  index: number,
  targets: ReadonlyMap<number, number>,
): BoundServer {
  const port = server.port?.number ?? 0;
  const listenPort = targets.get(port) ?? port;
  const protocol = parseProtocol(server.port?.protocol);
  const namespace = gateway.metadata.namespace ?? 'default';
  const suffix = server.bind ? `.${server.bind}` : '';
  const routeName = isHttp(protocol)
    ? `http.${listenPort}${suffix}`
    : protocol === 'HTTPS' && !isPassthrough(server)
      ? `https.${port}.${server.port?.name ?? ''}.${gateway.metadata.name}.${namespace}${suffix}`
      : '';
  return {
    gateway,
    gatewayName: `${namespace}/${gateway.metadata.name}`,
    index,
    server,
    hosts: (server.hosts ?? []).map((host) => withNamespace(host, namespace)),
    port,
    listenPort,
    bind: server.bind ?? '',
    protocol,
    routeName,
  };
}

/** A TLS server with a host that another has on the same port and address is left out. …: CheckDuplicates */
function claimHosts({ hosts, bind: address, listenPort }: BoundServer, taken: Map<number, Map<string, string>>) {
  let onPort = taken.get(listenPort);
  if (!onPort) taken.set(listenPort, (onPort = new Map<string, string>()));
  if (hosts.some((host) => onPort.get(host) === address)) return false;
  for (const host of hosts) onPort.set(host, address);
  return true;
}

/** Servers share a port and address when all are HTTP in plain text, or all use TLS. */
function conflicts(candidate: BoundServer, bound: readonly BoundServer[]): boolean {
  const beside = bound.filter(({ listenPort }) => listenPort === candidate.listenPort);
  const plain = beside.findLast(({ server, protocol }) => !usesTls(server, protocol));
  if (plain) {
    if (plain.bind !== candidate.bind) return false;
    return !isHttp(candidate.protocol) || !isHttp(plain.protocol) || candidate.routeName === '';
  }
  if (beside.length === 0 || !usesTls(candidate.server, candidate.protocol)) return false;
  return candidate.routeName !== '' && beside.some(({ routeName }) => routeName === candidate.routeName);
}

function usesTls(server: GatewayServer, protocol: Protocol): boolean {
  return Boolean(server.tls) && !isHttp(protocol);
}

export function isPassthrough({ tls }: GatewayServer): boolean {
  return tls?.mode === 'PASSTHROUGH' || tls?.mode === 'AUTO_PASSTHROUGH';
}

/** HTTP in plain text, or HTTPS that ends here. istiod 1.28 pkg/config/gateway/gateway.go: IsHTTPServer */
export function servesHttp({ server, protocol }: BoundServer): boolean {
  return isHttp(protocol) || (protocol === 'HTTPS' && Boolean(server.tls) && !isPassthrough(server));
}
