import { distinct } from '../model/distinct.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import type { Mesh } from '../xds/mesh.js';

/** What istiod leaves out of a Gateway or route of the Gateway API, or where such a route leads nowhere. */
export interface RefusedRoute {
  route: FieldRef;
  reason: Reason;
}

/** Of one host, or all. */
export function refusedRoutes({ world }: Mesh, host?: string): RefusedRoute[] {
  const found = world.gatewayApi.refused
    .filter((refusal) => host === undefined || refusal.host === host || refusal.lost?.includes(host))
    .map(({ object, reason }): RefusedRoute => ({ route: fieldOf(object, ''), reason }));
  // A route is converted for Gateways and for the mesh.
  return distinct(found);
}
