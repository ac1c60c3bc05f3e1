import { groupBy } from '../../model/group.js';
import type { Service } from '../../model/service.js';
import { placeOf } from './claims.js';
import type { Look } from './views.js';

type Rows = ReadonlyMap<string, readonly Service[]>;

/** Hostnames that several objects claim. */
export function* contestedHosts(rows: Rows): Iterable<string> {
  for (const [host, claims] of rows) if (claims.length > 1) yield host;
}

/** Of the objects that claim a host, those of each namespace that has several. */
export function claimsInNamespace(claims: readonly Service[]): Service[][] {
  if (claims.length < 2) return [];
  return [...groupBy(claims, ({ namespace }) => namespace).values()].filter(({ length }) => length > 1);
}

export function placesDiffer(claims: readonly Service[]): boolean {
  return new Set(claims.map(placeOf)).size > 1;
}

/** Whether a loser has a port that the winner has not. */
export function portsLost(looks: readonly Look[], claims: readonly Service[]): boolean {
  const rowOf = (kind: string, namespace: string, name: string) =>
    claims.find(
      ({ source, namespace: own }) => source.kind === kind && own === namespace && source.metadata.name === name,
    );
  const pairs = new Set<string>();
  return looks.some(({ winner, losers }) => {
    if (!winner) return false;
    const row = rowOf(winner.kind, winner.namespace, winner.name);
    return losers.some(({ lost, ports, kind, namespace, name }) => {
      const pair = `${winner.kind} ${winner.namespace}/${winner.name} ${kind} ${namespace}/${name}`;
      if (lost !== 'all' || pairs.has(pair)) return false;
      pairs.add(pair);
      // Ports that merged into the winner belong to a third object; they are not counted as the winner's own.
      return ports.some((number) => !row?.ports.some((port) => port.number === number));
    });
  });
}
