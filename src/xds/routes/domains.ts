import type { Features } from '../../model/features.js';
import { isIp, isIpv6 } from '../../model/ip.js';
import { isKubernetes, type Service } from '../../model/service.js';
import type { ProxyNetwork } from './proxy-network.js';
import { addressesFor, UNSPECIFIED } from './service-address.js';

/** The names that a virtual host answers to, and those of them that only shorten a host. */
export interface Domains {
  all: string[];
  alternatives: ReadonlySet<string>;
}

/**
 * The domains of a service's virtual host: its host and aliases, their short forms, its addresses. `port` 0 leaves ports out.
 * istiod 1.28 pilot/pkg/networking/core/httproute.go: generateVirtualHostDomains
 */
export function domainsOf(service: Service, port: number, network: ProxyNetwork, features: Features): Domains {
  const all: string[] = [];
  const alternatives = new Set<string>();
  for (const host of [service.hostname, ...service.aliases.map(({ hostname }) => hostname)]) {
    all.push(...withPort(host, port));
    for (const domain of alternativeDomains(host, port, network.dnsDomain, features)) {
      all.push(domain);
      alternatives.add(domain);
    }
  }
  if (service.resolution === 'Passthrough' && isKubernetes(service)) {
    for (const domain of [...all]) all.push(`*.${domain}`);
  }
  for (const address of addressesFor(service, network)) {
    if (address !== UNSPECIFIED) all.push(...withPort(address, port));
  }
  return { all, alternatives };
}

export function withPort(host: string, port: number): string[] {
  const domain = isIpv6(host) ? `[${host}]` : host;
  return port === 0 ? [domain] : [domain, `${domain}:${port}`];
}

/** The shorter names of a host for a proxy of a Kubernetes domain. …: GenerateAltVirtualHosts */
export function alternativeDomains(host: string, port: number, proxyDomain: string, features: Features): string[] {
  const absolute = features.absoluteDomains
    ? [...(isIp(host) ? [] : [`${host}.`]), ...(port === 0 ? [] : [`${host}.:${port}`])]
    : [];
  const [namespace = ''] = proxyDomain.split('.');
  const suffix = proxyDomain.slice(namespace.length + 1);
  const end = host.indexOf('.svc.');
  if (!host.endsWith(suffix) || end <= 0) return absolute;
  const dot = host.indexOf('.');
  if (dot + 1 > end) return absolute;
  const long = host.slice(0, end);
  const short = host.slice(dot + 1, end) === namespace ? [host.slice(0, dot)] : [];
  return [...absolute, ...[...short, long, `${long}.svc`].flatMap((name) => withPort(name, port))];
}
