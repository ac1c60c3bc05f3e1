import { distinct } from '../../model/distinct.js';
import type { Target } from './reference.js';

/** A chain of a listener: what it matches, and what it leads to. */
export interface FilterChain {
  sniHosts: readonly string[];
  cidrs: readonly string[];
  /** Plain-text HTTP that the listener detects; such a chain stands beside TCP chains. */
  detectsHttp: boolean;
  leads: { targets: readonly Target[] } | { routeName: string };
}

/**
 * The same for chains that Envoy would see with one match. `*` among the server names says nothing, nor does 0.0.0.0 among
 * the CIDRs.
 * istiod 1.28 pilot/pkg/networking/core/listener.go: conflictsWith
 */
export function matchKey({ detectsHttp, sniHosts, cidrs }: FilterChain): string {
  const names = sniHosts.filter((host) => host !== '*');
  return JSON.stringify([detectsHttp, distinct(names).sort(), distinct(prefixes(cidrs)).sort()]);
}

/** Whether a chain takes every connection, so that its listener needs no chain for the rest. */
export function matchesAll(chain: FilterChain): boolean {
  return matchKey(chain) === MATCHES_ALL;
}

/** Ranges with the bits beyond their length cut off, so that 1.2.3.4/8 equals 1.5.6.7/8. */
function prefixes(cidrs: readonly string[]): string[] {
  return cidrs.flatMap((cidr) => {
    const [address = '', bits] = cidr.split('/');
    const octets = address.split('.').map(Number);
    if (octets.length !== 4) return [cidr];
    if (address === '0.0.0.0') return [];
    const length = bits === undefined ? 32 : Number(bits);
    const masked = octets.map((octet, i) => octet & (0xff << (8 - Math.min(8, Math.max(0, length - 8 * i)))) & 0xff);
    return [`${masked.join('.')}/${length}`];
  });
}

const MATCHES_ALL = matchKey({ detectsHttp: false, sniHosts: [], cidrs: [], leads: { targets: [] } });
