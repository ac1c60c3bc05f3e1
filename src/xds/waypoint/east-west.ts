import type { Features } from '../../model/features.js';
import type { Proxy } from '../../model/proxy.js';
import { EAST_WEST_CONTROLLER, MANAGED } from '../../registry/ambient/waypoint-binding.js';

/**
 * A waypoint that istiod deploys for other networks: it takes tunnels to services and passes on what is in them as bytes.
 * istiod 1.30 pilot/pkg/model/context.go: IsAmbientEastWestGateway
 */
export function isEastWestGateway({ type, labels }: Proxy, { eastWestGateways }: Features): boolean {
  return eastWestGateways && type === 'waypoint' && labels[MANAGED] === EAST_WEST_CONTROLLER;
}
