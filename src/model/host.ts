/**
 * Hostnames as Istio compares them. `*` counts only as the first character, and `*foo.com` is a wildcard too.
 * istiod 1.28 pkg/config/host/name.go
 */
export function isWildcard(host: string): boolean {
  return host.charCodeAt(0) === 42;
}

/** Whether `host` lies within `other`; one direction only: `a.com` is within `*.com`, not the reverse. */
export function isSubsetOf(host: string, other: string): boolean {
  if (!isWildcard(other)) return host === other;
  const suffix = other.slice(1);
  return isWildcard(host) ? host.length >= other.length && host.slice(1).endsWith(suffix) : host.endsWith(suffix);
}

/** Whether the two overlap, in either direction. */
export function overlaps(host: string, other: string): boolean {
  if (!isWildcard(host) && !isWildcard(other)) return host === other;
  if (isWildcard(host) && isWildcard(other)) {
    const [short, long] = host.length < other.length ? [host, other] : [other, host];
    return long.slice(1).endsWith(short.slice(1));
  }
  return isWildcard(host) ? other.endsWith(host.slice(1)) : host.endsWith(other.slice(1));
}

/**
 * A name without a dot belongs to the namespace of the object that uses it; every other name is taken as it stands.
 * istiod 1.28 pilot/pkg/model/config.go: ResolveShortnameToFQDN
 */
export function expandShortName(host: string, namespace: string, domainSuffix: string): string {
  if (host === '' || host === '*' || host.includes('.') || host.includes(':')) return host;
  return serviceHostname(host, namespace, domainSuffix);
}

/** The hostname of a Kubernetes Service. istiod 1.28 pilot/pkg/serviceregistry/kube/conversion.go: ServiceHostname */
export function serviceHostname(name: string, namespace: string, domainSuffix: string): string {
  return `${name}.${namespace}.svc.${domainSuffix}`;
}

const CLUSTER_SET = 'clusterset.local';

/** The host of a Service that the Multi-Cluster Services API makes known to all Kubernetes clusters. */
export function clusterSetHostname(name: string, namespace: string): string {
  return serviceHostname(name, namespace, CLUSTER_SET);
}

export function isClusterSetHostname(host: string): boolean {
  return host.endsWith(`.${CLUSTER_SET}`);
}

/** The key of `candidates` that names `host` exactly, else the longest wildcard that covers it. */
export function mostSpecific<T>(host: string, exact: ReadonlyMap<string, T>, wildcards: ReadonlyMap<string, T>) {
  if (!isWildcard(host)) {
    const found = exact.get(host);
    if (found !== undefined) return found;
  }
  return mostSpecificWildcard(host, wildcards);
}

function mostSpecificWildcard<T>(host: string, wildcards: ReadonlyMap<string, T>): T | undefined {
  let best = '';
  let found: T | undefined;
  for (const [wildcard, value] of wildcards) {
    if (!isSubsetOf(host, wildcard)) continue;
    if (found === undefined || wildcard.length > best.length) {
      best = wildcard;
      found = value;
    }
  }
  return found;
}
