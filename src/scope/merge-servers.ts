import type { Features } from '../model/features.js';
import type { Gateway, GatewayServer } from '../model/istio.js';
import type { KubernetesService, Pod } from '../model/kubernetes.js';
import { isHttp, parseProtocol, type Protocol } from '../model/protocol.js';
import type { Proxy } from '../model/proxy.js';
import { serviceHostname } from '../model/host.js';
import { targetPortOf } from './proxy-services.js';
import type { ServiceGateway } from './gateway-api/convert-gateway-api.js';

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

export interface MergedServers {
  /** Without those that conflict with an earlier one. */
  servers: readonly BoundServer[];
  /** Whether a server routes by SNI to every service of the mesh; it may have lost its port since. */
  autoPassthrough: boolean;
}

/** Whose instance a router is, and where. */
export interface ServedBy {
  proxy: Proxy;
  /** The Services that the router's Pod is an instance of. */
  services: readonly KubernetesService[];
  domainSuffix: string;
  features: Features;
}

/** The servers of the Gateways that a router serves, the oldest Gateway first. istiod 1.28 pilot/pkg/model/gateway.go: mergeGateways */
export function mergeServers(gateways: readonly ServiceGateway[], served: ServedBy): MergedServers {
  const servers: BoundServer[] = [];
  const taken = new TakenPorts(served.features.plainServersBesideTls);
  let autoPassthrough = false;
  for (const gateway of gateways) {
    (gateway.spec?.servers ?? []).forEach((server, index) => {
      if (!server.port) return;
      for (const listenPort of listenPorts(server.port.number ?? 0, gateway, served)) {
        const candidate = bind(gateway, server, index, listenPort);
        if (server.tls && !taken.claimHosts(candidate)) continue;
        autoPassthrough ||= server.tls?.mode === 'AUTO_PASSTHROUGH';
        if (taken.claimPort(candidate)) servers.push(candidate);
      }
    });
  }
  return { servers, autoPassthrough };
}

/**
 * The ports that a server's port stands for. A Gateway that names its Services has all target ports of these, and none for a
 * port that they lack; one that selects Pods has the first that any Service of the Pod gives, else the port itself.
 * …: resolvePorts
 */
function listenPorts(number: number, { boundServices, metadata }: ServiceGateway, served: ServedBy): number[] {
  const { proxy, services, domainSuffix, features } = served;
  const instances = boundServices
    ? services.filter((service) => {
        const { name, namespace = 'default' } = service.metadata;
        return (
          namespace === metadata.namespace && boundServices.includes(serviceHostname(name, namespace, domainSuffix))
        );
      })
    : services.filter(({ metadata: { labels } }) => labels?.[NOT_TRANSLATED] === undefined);
  const targets = new Set(instances.flatMap((service) => targetsOf(service, number, proxy, features)));
  return boundServices ? [...targets] : [[...targets][0] ?? number];
}

const NOT_TRANSLATED = 'experimental.istio.io/disable-gateway-port-translation';

function targetsOf({ spec }: KubernetesService, number: number, { pod }: Proxy, features: Features): number[] {
  return (spec?.ports ?? [])
    .filter(({ port }) => port === number)
    .flatMap((port) => targetPortOf(port, pod as Pod | undefined, features) ?? []);
}

function bind(gateway: Gateway, server: GatewayServer, index: number, listenPort: number): BoundServer {
  const port = server.port?.number ?? 0;
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

/** `.` is the Gateway's namespace, and a star in front of the slash says nothing. …: sanitizeServerHostNamespace */
function withNamespace(entry: string, namespace: string): string {
  const [prefix, host] = entry.split('/');
  if (host === undefined) return entry;
  return prefix === '.' ? `${namespace}/${host}` : prefix === '*' ? host : entry;
}

interface PlainServer {
  bind: string;
  protocol: Protocol;
}

/** What earlier servers hold. */
class TakenPorts {
  readonly #plainBesideTls: boolean;
  readonly #hosts = new Map<number, Map<string, string>>();
  readonly #ports = new Set<number>();
  /** The last plain-text server that opened a listener on a port. */
  readonly #plain = new Map<number, PlainServer>();
  readonly #listeners = new Set<string>();
  readonly #routeNames = new Set<string>();
  readonly #bindsOfTls = new Set<string>();

  constructor(plainBesideTls: boolean) {
    this.#plainBesideTls = plainBesideTls;
  }

  /** A TLS server is left out when one of its hosts is taken on the port and address already. …: CheckDuplicates */
  claimHosts({ hosts, bind: address, listenPort }: BoundServer): boolean {
    let onPort = this.#hosts.get(listenPort);
    if (!onPort) this.#hosts.set(listenPort, (onPort = new Map<string, string>()));
    if (hosts.some((host) => onPort.get(host) === address)) return false;
    for (const host of hosts) onPort.set(host, address);
    return true;
  }

  /** Servers share a port and address when all are HTTP in plain text, or all use TLS. */
  claimPort(candidate: BoundServer): boolean {
    const { listenPort, bind: address } = candidate;
    const current = this.#plain.get(listenPort);
    if (!this.#ports.has(listenPort)) return this.#open(candidate);
    if (!current) return this.#besideTls(candidate);
    if (current.bind !== address) return this.#openBeside(candidate);
    if (!isHttp(candidate.protocol) || !isHttp(current.protocol) || candidate.routeName === '') return false;
    this.#routeNames.add(candidate.routeName);
    return true;
  }

  #open(candidate: BoundServer): boolean {
    const { listenPort, bind: address, protocol, routeName } = candidate;
    this.#ports.add(listenPort);
    this.#listeners.add(listenerKey(candidate));
    if (!usesTls(candidate)) this.#plain.set(listenPort, { bind: address, protocol });
    if (servesHttp(candidate)) this.#routeNames.add(routeName);
    return true;
  }

  /** Another address on a port of plain text. */
  #openBeside(candidate: BoundServer): boolean {
    if (this.#plainBesideTls && !this.#listeners.has(listenerKey(candidate))) return this.#open(candidate);
    this.#listeners.add(listenerKey(candidate));
    this.#routeNames.add(candidate.routeName);
    return true;
  }

  /** On a port that only TLS servers hold. */
  #besideTls(candidate: BoundServer): boolean {
    const { listenPort, bind: address, routeName, server } = candidate;
    if (this.#plainBesideTls && !usesTls(candidate)) return this.#open(candidate);
    if (servesHttp(candidate)) {
      if (routeName === '' || this.#routeNames.has(routeName)) return false;
      this.#routeNames.add(routeName);
    }
    const key = `${listenPort} ${address}`;
    const isNew = !this.#bindsOfTls.has(key);
    this.#bindsOfTls.add(key);
    if (!server.tls && !isNew) return false;
    this.#listeners.add(listenerKey(candidate));
    return true;
  }
}

function listenerKey({ listenPort, server, bind: address }: BoundServer): string {
  return `${listenPort} ${server.port?.protocol ?? ''} ${address}`;
}

/** istiod 1.28 pkg/config/gateway/gateway.go: IsTLSServer */
function usesTls({ server, protocol }: BoundServer): boolean {
  return Boolean(server.tls) && !isHttp(protocol);
}

export function isPassthrough({ tls }: GatewayServer): boolean {
  return tls?.mode === 'PASSTHROUGH' || tls?.mode === 'AUTO_PASSTHROUGH';
}

/** HTTP in plain text, or HTTPS that ends here. istiod 1.28 pkg/config/gateway/gateway.go: IsHTTPServer */
export function servesHttp({ server, protocol }: Pick<BoundServer, 'server' | 'protocol'>): boolean {
  return isHttp(protocol) || (protocol === 'HTTPS' && Boolean(server.tls) && !isPassthrough(server));
}
