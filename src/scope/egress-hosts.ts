import type { Features } from '../model/features.js';
import { isSubsetOf, isWildcard, overlaps } from '../model/host.js';

/** One entry of `spec.egress[].hosts`, with its position. */
export interface EgressHost {
  host: string;
  index: number;
}

/** The hosts that a listener imports from one namespace (or from any). */
export class HostSet {
  readonly exact = new Map<string, number>();
  readonly wildcards: EgressHost[] = [];
  readonly excluded: EgressHost[] = [];

  add(host: string, index: number): void {
    if (isWildcard(host)) this.wildcards.push({ host, index });
    else if (!this.exact.has(host)) this.exact.set(host, index);
  }

  /** The entry that imports a service of this hostname. istiod 1.28 pilot/pkg/model/sidecar.go: hostClassification.Matches */
  match(hostname: string): number | undefined {
    const exact = this.exact.get(hostname);
    if (exact !== undefined) return exact;
    return this.wildcards.find(({ host }) => isSubsetOf(hostname, host))?.index;
  }

  excludes(hostname: string): EgressHost | undefined {
    return this.excluded.find(({ host }) => isSubsetOf(hostname, host));
  }

  /** VirtualServices of Istio match in both directions, so `a.com` takes one for `*.com`; routes as services do. …: VSMatches */
  matchesVirtualService(host: string, gatewaySemantics = false): boolean {
    if (this.exact.has(host)) return true;
    if (gatewaySemantics) return this.wildcards.some((entry) => isSubsetOf(host, entry.host));
    if (this.wildcards.some((entry) => overlaps(host, entry.host))) return true;
    return isWildcard(host) && [...this.exact.keys()].some((exact) => overlaps(host, exact));
  }
}

export interface EgressHosts {
  byNamespace: ReadonlyMap<string, HostSet>;
  /** From any namespace. */
  any: HostSet | undefined;
  /** Entries that are not `namespace/host`. */
  malformed: number[];
  /** Every entry is exact and names its namespace. */
  allExact: boolean;
}

/** istiod 1.28 pilot/pkg/model/sidecar.go: convertIstioListenerToWrapper */
export function parseEgressHosts(hosts: readonly string[], configNamespace: string, features: Features): EgressHosts {
  const byNamespace = new Map<string, HostSet>();
  const malformed: number[] = [];
  let allExact = true;
  hosts.forEach((entry, index) => {
    const slash = entry.indexOf('/');
    if (slash < 0 || (features.strictEgressHosts && entry.indexOf('/', slash + 1) >= 0)) {
      malformed.push(index);
      return;
    }
    const host = entry.slice(slash + 1);
    const prefix = entry.slice(0, slash);
    const excluded = features.egressExclusions && prefix.startsWith('~');
    const named = excluded ? prefix.slice(1) || '*' : prefix;
    const namespace = named === '.' ? configNamespace : named;
    let set = byNamespace.get(namespace);
    if (!set) byNamespace.set(namespace, (set = new HostSet()));
    if (excluded) {
      set.excluded.push({ host, index });
      return;
    }
    allExact &&= namespace !== '*' && !isWildcard(host);
    set.add(host, index);
  });
  return { byNamespace, any: byNamespace.get('*'), malformed, allExact };
}
