import { isSubsetOf, isWildcard } from '../model/host.js';
import type { Mesh } from '../xds/mesh.js';
import type { NearMiss } from './explanation.js';

const MOST = 5;

/** Hosts of the registry that may have been meant. */
export function nearMisses(host: string, hosts: Iterable<string>, mesh: Mesh): NearMiss[] {
  const all = [...hosts];
  return [...wildcards(host, all), ...otherNamespaces(host, all, mesh), ...similar(host, all)].slice(0, MOST);
}

function wildcards(host: string, hosts: readonly string[]): NearMiss[] {
  return hosts
    .filter((other) => isWildcard(other) && other !== host && isSubsetOf(host, other))
    .map((other) => ({ host: other, why: 'wildcard', text: `wildcard host ${other} covers it` }));
}

function otherNamespaces(host: string, hosts: readonly string[], { controlPlane }: Mesh): NearMiss[] {
  const suffix = `.svc.${controlPlane.domainSuffix}`;
  if (!host.endsWith(suffix)) return [];
  const [name = ''] = host.split('.');
  return hosts
    .filter((other) => other !== host && other.endsWith(suffix) && other.startsWith(`${name}.`))
    .map((other) => ({
      host: other,
      why: 'other-namespace',
      text: `Service ${name} exists in namespace ${other.split('.')[1]}`,
    }));
}

function similar(host: string, hosts: readonly string[]): NearMiss[] {
  const limit = host.length < 16 ? 1 : 2;
  return hosts
    .filter((other) => other !== host && Math.abs(other.length - host.length) <= limit)
    .map((other) => ({ other, distance: distance(host, other, limit) }))
    .filter(({ distance: d }) => d <= limit)
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .map(({ other }) => ({ host: other, why: 'similar', text: `did you mean ${other}?` }));
}

/** Edits (insert, delete, replace, swap) from `a` to `b`, or more than `limit`. */
export function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}
