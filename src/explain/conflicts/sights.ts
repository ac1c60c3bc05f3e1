import type { Drop } from '../../model/reason.js';
import { STAGES } from '../../model/stage.js';
import type { Resource } from '../../model/resource.js';
import { originalOf, type Service } from '../../model/service.js';
import type { Undetermined } from '../../model/undetermined.js';
import { type Mesh } from '../../xds/mesh.js';
import { World } from '../../xds/world.js';
import { contestedRegistry } from './contested-registry.js';
import { diagonalRuns } from './diagonal-runs.js';
import type { Viewpoint } from './viewpoints.js';

/** What one viewpoint sees of one hostname: who holds it, and who competed for it and lost. */
export interface Sight {
  winner: Service;
  /** In the order of drops; one for each object. */
  losers: readonly Drop[];
}

/** What one viewpoint sees of all hosts that are looked at, in istiod's order of services. */
export interface Seen {
  viewpoint: Viewpoint;
  sights: ReadonlyMap<string, Sight>;
  /** Where istiod may do otherwise: further sights of a host, and what decides. */
  others: ReadonlyMap<string, { sights: Sight[]; points: Undetermined[] }>;
}

const positions = new WeakMap<Seen, ReadonlyMap<string, number>>();

/** Of some rows of the registry those that hold their hostname here, one for each, in istiod's order of services. */
export function heldOf(services: readonly Service[], seen: Seen): Service[] {
  const held = new Map<string, Service>();
  for (const { hostname, source } of services) {
    const winner = seen.sights.get(hostname)?.winner;
    if (winner?.source === source) held.set(hostname, winner);
  }
  if (held.size < 2) return [...held.values()];
  let order = positions.get(seen);
  if (!order) positions.set(seen, (order = new Map([...seen.sights.keys()].map((host, i) => [host, i]))));
  return [...held.values()].sort((a, b) => order.get(a.hostname)! - order.get(b.hostname)!);
}

/** Runs the scope of every viewpoint on the registry of the given hosts, taking notes. */
export function seenFrom(mesh: Mesh, hosts: ReadonlySet<string>, viewpoints: readonly Viewpoint[]): Seen[] {
  const virtualServices = mesh.world.virtualServices.leadingTo(hosts);
  const worlds = diagonalRuns(
    (oracle) => new World(mesh, contestedRegistry(mesh, hosts, oracle), oracle, virtualServices),
  );
  const interned = new Interned();
  return viewpoints.map((viewpoint) => {
    const runs = worlds.flatMap((world) =>
      diagonalRuns((oracle) => sightsIn(world.result, viewpoint, hosts, interned, oracle)).map((run) => ({
        ...run,
        points: [...world.points, ...run.points],
      })),
    );
    const [{ result: first }, ...rest] = runs as [(typeof runs)[0], ...typeof runs];
    return { viewpoint, ...first, others: others(first.sights, rest, hosts) };
  });
}

function sightsIn(
  world: World,
  { proxy }: Viewpoint,
  hosts: ReadonlySet<string>,
  interned: Interned,
  oracle: Parameters<World['scopeOf']>[1],
): { sights: Map<string, Sight> } {
  const lost = new Map<string, Map<Resource, Drop>>();
  const scope = world.scopeOf(proxy, oracle, {
    enter: () => undefined,
    skipHidden: true,
    drop(drop) {
      if (!competed(drop) || !hosts.has(drop.service.hostname)) return;
      let ofHost = lost.get(drop.service.hostname);
      if (!ofHost) lost.set(drop.service.hostname, (ofHost = new Map<Resource, Drop>()));
      const known = ofHost.get(drop.service.source);
      if (!known || STAGES.indexOf(known.stage) < STAGES.indexOf(drop.stage)) ofHost.set(drop.service.source, drop);
    },
  });
  const sights = new Map<string, Sight>();
  for (const service of scope.services) {
    if (!hosts.has(service.hostname)) continue;
    const winner = originalOf(service);
    const losers = [...(lost.get(service.hostname)?.values() ?? [])].filter(
      (drop) => drop.service.source !== winner.source,
    );
    sights.set(service.hostname, interned.sight(winner, losers));
  }
  return { sights };
}

/** A drop that another service of the hostname caused. */
function competed({ stage, reason }: Drop): boolean {
  return stage === 'namespace' || stage === 'ports' || reason.code === 'older-in-namespace';
}

function others(
  first: ReadonlyMap<string, Sight>,
  rest: readonly { result: { sights: ReadonlyMap<string, Sight> }; points: Undetermined[] }[],
  hosts: ReadonlySet<string>,
): Map<string, { sights: Sight[]; points: Undetermined[] }> {
  const found = new Map<string, { sights: Sight[]; points: Undetermined[] }>();
  for (const { result, points } of rest) {
    for (const host of hosts) {
      const sight = result.sights.get(host);
      if (!sight || sight.winner.source === first.get(host)?.winner.source) continue;
      const known = found.get(host);
      if (known) known.sights.push(sight);
      else found.set(host, { sights: [sight], points: points.filter((point) => (point.host ?? host) === host) });
    }
  }
  return found;
}

/** Equal sights are one object: a thousand namespaces that see the same keep it once. */
class Interned {
  readonly #ids = new Map<Resource, number>();
  readonly #sights = new Map<string, Sight>();

  sight(winner: Service, losers: readonly Drop[]): Sight {
    const key = `${winner.hostname} ${this.#id(winner.source)} ${losers.map((drop) => `${this.#id(drop.service.source)} ${drop.reason.code} ${String(drop.reason.args['rule'])}`).join()}`;
    let sight = this.#sights.get(key);
    if (!sight) this.#sights.set(key, (sight = { winner, losers }));
    return sight;
  }

  #id(source: Resource): number {
    let id = this.#ids.get(source);
    if (id === undefined) this.#ids.set(source, (id = this.#ids.size));
    return id;
  }
}
