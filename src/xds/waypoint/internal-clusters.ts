import type { Features } from '../../model/features.js';
import type { Proxy } from '../../model/proxy.js';
import { isEastWestGateway } from './east-west.js';
import { MANAGED, WAYPOINT_CONTROLLER } from '../../registry/ambient/waypoint-binding.js';

/** A cluster that belongs to no service: it leads to a listener of the same Envoy, or opens a tunnel. */
export interface InternalCluster {
  name: string;
  type: 'STATIC' | 'ORIGINAL_DST';
  /** The internal listener that a STATIC one leads to. */
  listener?: string;
}

/** The listener of an east-west gateway that sends on what comes out of a tunnel. */
export const FORWARD_INNER = 'forward_inner_connect';

const OF_EAST_WEST: InternalCluster[] = [
  { name: 'main_internal', type: 'STATIC', listener: 'main_internal' },
  { name: 'encap', type: 'STATIC', listener: FORWARD_INNER },
  { name: FORWARD_INNER, type: 'ORIGINAL_DST' },
  { name: 'BlackHoleCluster', type: 'STATIC' },
];

/** istiod 1.28 pilot/pkg/networking/core/cluster_waypoint.go: buildWaypointInboundClusters */
export function internalClusters(proxy: Proxy, features: Features): InternalCluster[] {
  if (isEastWestGateway(proxy, features) && features.eastWestTakesGlobal) return OF_EAST_WEST;
  const all: InternalCluster[] = [
    { name: 'main_internal', type: 'STATIC', listener: 'main_internal' },
    {
      name: 'encap',
      type: 'STATIC',
      listener: isEastWestGateway(proxy, features) ? FORWARD_INNER : 'connect_originate',
    },
    { name: 'connect_originate', type: 'ORIGINAL_DST' },
  ];
  if (!features.doubleHboneClusters || proxy.labels[MANAGED] !== WAYPOINT_CONTROLLER) return all;
  return [
    ...all,
    { name: 'inner_connect_originate', type: 'STATIC', listener: 'outer_connect_originate' },
    { name: 'outer_connect_originate', type: 'ORIGINAL_DST' },
  ];
}
