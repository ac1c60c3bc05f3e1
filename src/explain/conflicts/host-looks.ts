import { distinct } from '../../model/distinct.js';
import type { Drop } from '../../model/reason.js';
import type { Resource } from '../../model/resource.js';
import type { Service } from '../../model/service.js';
import { claimOfService, endpointsJoin, portNumbers } from './claims.js';
import type { Loser } from './conflict.js';
import { ruleWords } from './rule-words.js';
import type { Seen, Sight } from './sights.js';
import type { Look } from './views.js';

/** What every viewpoint sees of a hostname, as far as it concerns some of the objects that claim it. */
export function looksAt(host: string, claimants: ReadonlySet<Resource>, seen: readonly Seen[]): Look[] {
  const known = new Map<Sight, readonly Loser[]>();
  return seen.flatMap(({ viewpoint, sights, others }): Look[] => {
    const sight = sights.get(host);
    if (!sight) return [];
    const { winner } = sight;
    let losers = known.get(sight);
    if (!losers) known.set(sight, (losers = losersOf(sight, claimants)));
    if (!claimants.has(winner.source) && losers.length === 0) return [];
    const other = others.get(host);
    const otherWinners = distinctServices((other?.sights ?? []).map((alternative) => alternative.winner));
    return [
      {
        viewpoint,
        winner: claimOfService(winner),
        losers,
        ...(other && { otherWinners: otherWinners.map(claimOfService), undetermined: distinct(other.points) }),
      },
    ];
  });
}

export function isContested(looks: readonly Look[]): boolean {
  return looks.some(({ losers }) => losers.length > 0);
}

function losersOf({ winner, losers }: Sight, claimants: ReadonlySet<Resource>): Loser[] {
  return losers.filter(({ service }) => claimants.has(service.source)).map((drop) => loserOf(winner, drop));
}

function loserOf(winner: Service, { service, reason, ports }: Drop): Loser {
  const merged = reason.code === 'ports-merged';
  const joins = !merged && endpointsJoin(winner, service);
  const lost = merged ? [...(ports ?? [])] : joins && reason.code === 'same-ports' ? [] : portNumbers(service);
  return {
    ...claimOfService(service),
    lost: lost.length === 0 ? 'nothing' : merged ? 'ports' : 'all',
    ports: lost,
    ...(joins && { endpointsJoin: true }),
    rule: ruleWords(reason),
    reason: { code: reason.code, ...(reason.by && { by: reason.by }), args: reason.args },
  };
}

function distinctServices(services: readonly Service[]): Service[] {
  return [...new Map(services.map((service) => [service.source, service])).values()];
}
