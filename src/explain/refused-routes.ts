import { distinct } from '../model/distinct.js';
import { add } from '../model/group.js';
import type { Proxy } from '../model/proxy.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import type { RouteRefusal } from '../scope/gateway-api/context.js';
import type { Mesh } from '../xds/mesh.js';
import type { World } from '../xds/world.js';

/** What istiod leaves out of a Gateway or route of the Gateway API or of an Ingress, or where such a route leads nowhere. */
export interface RefusedRoute {
  route: FieldRef;
  reason: Reason;
}

/** Of one host, or all. Ingresses are served by gateways alone; those of other controllers concern nobody who did not ask. */
export function refusedRoutes({ world }: Mesh, { type }: Proxy, host?: string): RefusedRoute[] {
  const found =
    host === undefined
      ? [...world.gatewayApi.refused, ...world.ingresses.refused.filter(({ reason }) => reason.code !== OTHERS)]
      : (byHost(world).get(host) ?? []);
  const concerned = found.filter(({ object }) => type === 'router' || object.kind !== 'Ingress');
  // A route is converted for Gateways and for the mesh.
  return distinct(concerned.map(({ object, reason }): RefusedRoute => ({ route: fieldOf(object, ''), reason })));
}

const OTHERS = 'ingress-not-taken';

const indexes = new WeakMap<World, ReadonlyMap<string, readonly RouteRefusal[]>>();

/** Every host of a proxy is asked about. */
function byHost(world: World): ReadonlyMap<string, readonly RouteRefusal[]> {
  const known = indexes.get(world);
  if (known) return known;
  const index = new Map<string, RouteRefusal[]>();
  for (const refusal of [...world.gatewayApi.refused, ...world.ingresses.refused]) {
    const { host, lost = [] } = refusal;
    for (const name of new Set(host === undefined ? lost : [host, ...lost])) add(index, name, refusal);
  }
  indexes.set(world, index);
  return index;
}
