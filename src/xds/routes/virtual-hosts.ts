import { isWildcard, mostSpecific, overlaps } from '../../model/host.js';
import { isHttp, type Protocol } from '../../model/protocol.js';
import type { Proxy } from '../../model/proxy.js';
import type { Service } from '../../model/service.js';
import { withPorts } from '../../model/service.js';
import type { ListenerScope } from '../../scope/scope.js';
import { MESH_GATEWAY, type ResolvedVirtualService } from '../../scope/virtual-service.js';
import { compareText } from '../../registry/creation-order.js';
import { outboundName } from '../cluster.js';
import { domainsOf, withPort, type Domains } from './domains.js';
import { httpTargets } from './http-routes.js';
import type { ListenerContext } from './outbound-listeners.js';
import type { Target } from './reference.js';
import { add } from '../../model/group.js';

/** A host of a route configuration and what its routes lead to. */
export interface VirtualHost {
  host: string;
  port: number;
  domains: readonly string[];
  targets: readonly Target[];
  service?: Service;
}

/** Virtual hosts that share routes: those of a VirtualService on one port, or that of a service. */
interface Wrapper {
  port: number;
  hosts: readonly string[];
  services: readonly Service[];
  targets: readonly Target[];
}

/**
 * The virtual hosts of a route configuration; `port` is 0 for HTTP proxies and sockets, which serve all ports.
 * istiod 1.28 pilot/pkg/networking/core/httproute.go: BuildSidecarOutboundVirtualHosts
 */
export function virtualHosts(egress: ListenerScope, port: number, context: ListenerContext): VirtualHost[] {
  const registry = servicesByHost(egress, port);
  // A VirtualService for hosts that no service has counts on port 80 only.
  const covers = coverageOf(registry);
  const virtualServices = port === 80 ? egress.virtualServices : egress.virtualServices.filter(covers);
  const closest = closestVirtualServices(egress);
  const wrappers = virtualServices.flatMap((entry) => wrappersOf(entry, closest, registry, port, context));
  const routed = new Set(wrappers.flatMap(({ services }) => services.map(({ hostname }) => hostname)));
  // istiod goes through the remaining services in no order.
  const rest = [...registry.values()].filter(({ hostname }) => !routed.has(hostname));
  rest.sort((a, b) => compareText(a.hostname, b.hostname));
  const hosts = namedHosts([...wrappers, ...rest.flatMap(defaultWrappers)], port, context);
  if (port !== 0) return hosts.filter((host) => host.port === port);
  return hosts.flatMap((host) => {
    const domains = host.port === 80 ? host.domains : host.domains.filter((domain) => domain.includes(':'));
    return domains.length > 0 ? [{ ...host, domains }] : [];
  });
}

/** The services with the port, cut to it; of several with one host the last counts. */
function servicesByHost({ services }: ListenerScope, port: number): Map<string, Service> {
  const found = new Map<string, Service>();
  for (const service of services) {
    if (port === 0) {
      found.set(service.hostname, service);
      continue;
    }
    const own = service.ports.find(({ number, protocol }) => number === port && protocol !== 'UDP');
    if (!own) continue;
    const hostname = service.hostname.toLowerCase();
    found.set(hostname, { ...withPorts(service, [own]), hostname });
  }
  return found;
}

/** Whether a VirtualService has a host that meets a service's. …: selectVirtualServices */
function coverageOf(registry: ReadonlyMap<string, Service>): (virtualService: ResolvedVirtualService) => boolean {
  const all = [...registry.keys()];
  const wildcards = all.filter(isWildcard);
  return ({ hosts }) =>
    hosts.some((name) => {
      const host = name.toLowerCase();
      return registry.has(host) || (isWildcard(host) ? all : wildcards).some((other) => overlaps(host, other));
    });
}

/** istiod 1.28 pilot/pkg/networking/core/route/route.go: buildSidecarVirtualHostsForVirtualService */
function wrappersOf(
  virtualService: ResolvedVirtualService,
  closest: ClosestVirtualService,
  registry: ReadonlyMap<string, Service>,
  port: number,
  { proxy }: ListenerContext,
): Wrapper[] {
  const lookup = (host: string) => registry.get(host);
  const targets = httpTargets(virtualService, { proxy, gateway: MESH_GATEWAY, port, lookup });
  if (!targets) return [];
  const { hosts, services } = splitHosts(virtualService, closest, registry);
  if (virtualService.gatewaySemantics && !services.some((service) => mayRoute(virtualService, service, proxy)))
    return [];
  const byPort = new Map<number, Service[]>();
  for (const service of services) {
    for (const { number, protocol } of service.ports) {
      if (mayBeHttp(protocol)) add(byPort, number, service);
    }
  }
  if (byPort.size === 0 && port === 80) byPort.set(80, []);
  return [...byPort].map(([number, group]) => ({ port: number, hosts, services: group, targets }));
}

/**
 * A route of the Gateway API counts for all who call a service of its own namespace (its producer wrote it), and else for
 * proxies of its own namespace only (a consumer wrote it).
 */
function mayRoute({ namespace }: ResolvedVirtualService, service: Service, proxy: Proxy): boolean {
  return namespace === service.namespace || namespace === proxy.namespace;
}

/**
 * The hosts of a VirtualService that are services, and those that are not. A wildcard stands for the services to which no
 * other VirtualService is closer.
 * …: separateVSHostsAndServices
 */
function splitHosts(
  virtualService: ResolvedVirtualService,
  closest: ClosestVirtualService,
  registry: ReadonlyMap<string, Service>,
): { hosts: string[]; services: Service[] } {
  const hosts: string[] = [];
  const services: Service[] = [];
  for (const name of virtualService.hosts) {
    if (isWildcard(name)) continue;
    const service = registry.get(name.toLowerCase());
    if (service) services.push(service);
    else hosts.push(name);
  }
  const wildcards = virtualService.hosts.filter(isWildcard).map((name) => name.toLowerCase());
  // Routes of the Gateway API hold for services that are named, not for those that a wildcard covers.
  if (virtualService.gatewaySemantics) return { hosts: [...hosts, ...wildcards], services };
  for (const wildcard of wildcards) {
    const matching = [...registry.values()].filter(({ hostname }) => overlaps(hostname, wildcard));
    if (matching.length === 0) hosts.push(wildcard);
    services.push(...matching.filter(({ hostname }) => closest(hostname) === virtualService));
  }
  return { hosts, services };
}

type ClosestVirtualService = (hostname: string) => ResolvedVirtualService | undefined;

/** The VirtualService whose host is closest to a service's; of equal hosts the first. istiod 1.28 pilot/pkg/model/sidecar.go: computeWildcardHostVirtualServiceIndex */
function closestVirtualServices({ virtualServices }: ListenerScope): ClosestVirtualService {
  const index = () => {
    const exact = new Map<string, ResolvedVirtualService>();
    const wildcards = new Map<string, ResolvedVirtualService>();
    for (const virtualService of virtualServices) {
      for (const host of virtualService.hosts) {
        const byHost = isWildcard(host) ? wildcards : exact;
        if (!byHost.has(host)) byHost.set(host, virtualService);
      }
    }
    return { exact, wildcards };
  };
  let known: ReturnType<typeof index> | undefined;
  return (hostname) => {
    known ??= index();
    return mostSpecific(hostname, known.exact, known.wildcards);
  };
}

/** …: buildSidecarVirtualHostForService; aliases answer under the service that they stand for. */
function defaultWrappers(service: Service): Wrapper[] {
  if (service.resolution === 'Alias') return [];
  return service.ports
    .filter(({ protocol }) => mayBeHttp(protocol))
    .map(({ number }) => {
      const cluster = outboundName(number, '', service.hostname);
      const targets = [{ cluster, kind: 'default' as const, host: service.hostname }];
      return { port: number, hosts: [], services: [service], targets };
    });
}

/** Every name and every domain counts once: the first virtual host has it. …: buildVirtualHost, dedupeDomains */
function namedHosts(wrappers: readonly Wrapper[], port: number, { network, features }: ListenerContext): VirtualHost[] {
  const names = new Set<string>();
  const taken = new Set<string>();
  const known = new Set(
    wrappers.flatMap((wrapper) => wrapper.services.flatMap(({ hostname }) => withPort(hostname, wrapper.port))),
  );
  const found: VirtualHost[] = [];
  const build = (host: string, wrapper: Wrapper, { all, alternatives }: Domains, service?: Service) => {
    const name = `${host}:${wrapper.port}`;
    if (names.has(name)) return;
    names.add(name);
    const domains: string[] = [];
    for (const domain of all) {
      if (taken.has(domain.toLowerCase()) || (alternatives.has(domain) && known.has(domain))) continue;
      domains.push(domain);
      taken.add(domain.toLowerCase());
    }
    if (domains.length === 0) return;
    found.push({ host, port: wrapper.port, domains, targets: wrapper.targets, ...(service && { service }) });
  };
  for (const wrapper of wrappers) {
    for (const host of wrapper.hosts) {
      const domains = { all: withPort(host.toLowerCase(), 0), alternatives: new Set<string>() };
      build(host.toLowerCase(), wrapper, domains);
    }
    const suffix = port === 0 ? wrapper.port : 0;
    for (const service of wrapper.services) {
      build(service.hostname, wrapper, domainsOf(service, suffix, network, features), service);
    }
  }
  return found;
}

function mayBeHttp(protocol: Protocol): boolean {
  return isHttp(protocol) || protocol === 'UnsupportedProtocol';
}
