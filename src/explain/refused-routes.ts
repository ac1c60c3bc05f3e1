import { distinct } from '../model/distinct.js';
import { add } from '../model/group.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import type { RouteRefusal } from '../scope/gateway-api/context.js';
import type { Mesh } from '../xds/mesh.js';

/** What istiod leaves out of a Gateway or route of the Gateway API, or where such a route leads nowhere. */
export interface RefusedRoute {
  route: FieldRef;
  reason: Reason;
}

/** Every refusal of the mesh. A route is converted for Gateways and for the mesh, and told of once. */
export function refusedRoutes({ world }: Mesh): RefusedRoute[] {
  return distinct(world.gatewayApi.refused.map(refusedRoute));
}

/** By the hosts that are lost by them. */
export function refusedByHost({ world }: Mesh): Map<string, RefusedRoute[]> {
  const found = new Map<string, RefusedRoute[]>();
  for (const refusal of world.gatewayApi.refused) {
    const { host, lost = [] } = refusal;
    for (const one of new Set([...(host === undefined ? [] : [host]), ...lost])) add(found, one, refusedRoute(refusal));
  }
  for (const [host, refused] of found) found.set(host, distinct(refused));
  return found;
}

function refusedRoute({ object, reason }: RouteRefusal): RefusedRoute {
  return { route: fieldOf(object, ''), reason };
}
