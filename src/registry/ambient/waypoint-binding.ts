import type { Features } from '../../model/features.js';
import { GATEWAY_NAME } from '../../model/gateway-api.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf, type FieldRef, type Resource } from '../../model/resource.js';
import { admitsNamespace, type Waypoint } from './waypoints.js';

/** The waypoint that an object asked for, and what came of it. */
export interface WaypointBinding {
  /** The label that asked; absent when none does. */
  by?: FieldRef;
  waypoint?: Waypoint;
  /** Why a waypoint that was asked for does not take it. */
  refusal?: Reason;
}

export const USE_WAYPOINT = 'istio.io/use-waypoint';
const USE_WAYPOINT_NAMESPACE = 'istio.io/use-waypoint-namespace';
export const MANAGED = 'gateway.istio.io/managed';
export const WAYPOINT_CONTROLLER = 'istio.io-mesh-controller';
export const EAST_WEST_CONTROLLER = 'istio.io-eastwest-controller';

/**
 * The waypoint of a Service or ServiceEntry.
 * istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/waypoints.go: fetchWaypointForService
 */
export function waypointOfService(
  object: Resource,
  namespace: Resource | undefined,
  waypoints: ReadonlyMap<string, Waypoint>,
  features: Features,
): WaypointBinding {
  if (features.managedGateways.includes(object.metadata.labels?.[MANAGED] ?? '')) {
    const by = fieldOf(object, `metadata.labels["${MANAGED}"]`);
    return { refusal: { code: 'waypoint-of-waypoint', by, args: {} } };
  }
  return waypointOf(object, namespace, waypoints, 'service');
}

/** The waypoint of a workload that is asked by its own address. …: fetchWaypointForInstance, fetchWaypointForWorkload */
export function waypointOfWorkload(
  object: Resource,
  namespace: Resource | undefined,
  waypoints: ReadonlyMap<string, Waypoint>,
): WaypointBinding {
  const gateway = object.metadata.labels?.[GATEWAY_NAME];
  if (gateway !== undefined && waypoints.has(`${object.metadata.namespace ?? 'default'}/${gateway}`)) {
    const by = fieldOf(object, `metadata.labels["${GATEWAY_NAME}"]`);
    return { refusal: { code: 'waypoint-of-waypoint', by, args: {} } };
  }
  return waypointOf(object, namespace, waypoints, 'workload');
}

/**
 * The object's own label decides, else that of its namespace; a waypoint that is not ready or does not take it leaves it
 * without one. …: fetchWaypointForTarget
 */
function waypointOf(
  object: Resource,
  namespace: Resource | undefined,
  waypoints: ReadonlyMap<string, Waypoint>,
  wanted: 'service' | 'workload',
): WaypointBinding {
  const asking = [object, namespace].find((candidate) => candidate?.metadata.labels?.[USE_WAYPOINT] !== undefined);
  if (!asking) return {};
  const labels = asking.metadata.labels!;
  const by = fieldOf(asking, `metadata.labels["${USE_WAYPOINT}"]`);
  const home = object.metadata.namespace ?? 'default';
  const name = labels[USE_WAYPOINT]!;
  if (name === 'none') return { by, refusal: { code: 'waypoint-opted-out', by, args: {} } };
  const key = `${labels[USE_WAYPOINT_NAMESPACE] ?? home}/${name}`;
  const args = { waypoint: key };
  const waypoint = waypoints.get(key);
  if (!waypoint) return { by, refusal: { code: 'waypoint-not-ready', by, args } };
  const gateway = (path: string) => fieldOf(waypoint.object, path);
  if (!admitsNamespace(waypoint, home, namespace?.metadata.labels)) {
    return { by, refusal: { code: 'waypoint-denies-namespace', by: gateway('spec.listeners'), args } };
  }
  const { trafficType } = waypoint;
  if (trafficType !== wanted && trafficType !== 'all') {
    const field = gateway('metadata.labels["istio.io/waypoint-for"]');
    const refusal: Reason = {
      code: 'waypoint-for-other-traffic',
      by: field,
      args: { ...args, trafficType, wanted: `${wanted}s` },
    };
    return { by, refusal };
  }
  return { by, waypoint };
}
