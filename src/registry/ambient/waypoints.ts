import {
  GATEWAY_KIND,
  gatewayApiKind,
  type GatewayClass,
  type KubernetesGateway,
  type Listener,
} from '../../model/gateway-api.js';
import type { Features } from '../../model/features.js';
import { isIp } from '../../model/ip.js';
import { matchesSelector, type Labels } from '../../model/labels.js';
import type { Admitted } from '../admit.js';
import { boundListener } from './bound-listener.js';

/** A Gateway whose Pods are ready, so that services and workloads can be bound to it. */
export interface Waypoint {
  namespace: string;
  name: string;
  /** What it takes: `service`, `workload`, `all` or `none`. */
  trafficType: string;
  /** Where it is reached: the first Hostname of its status, else the first IP. */
  hostname?: string;
  ip?: string;
  /** Which namespaces may use it. */
  allowed?: NonNullable<Listener['allowedRoutes']>['namespaces'];
  object: KubernetesGateway;
}

/** `namespace/name`. */
export function waypointName({ namespace, name }: Waypoint): string {
  return `${namespace}/${name}`;
}

export const WAYPOINT_FOR = 'istio.io/waypoint-for';

/** istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/waypoints.go: gatewayToWaypointTransform */
export function readyWaypoints(admitted: Admitted, features: Features): Map<string, Waypoint> {
  const classes = new Map(
    admitted.of<GatewayClass>(gatewayApiKind('GatewayClass')).map((object) => [object.metadata.name, object]),
  );
  const found = new Map<string, Waypoint>();
  for (const object of admitted.of<KubernetesGateway>(GATEWAY_KIND)) {
    const addresses = object.status?.addresses ?? [];
    if (addresses.length === 0) continue;
    const { namespace = 'default', name, labels } = object.metadata;
    const ofClass = classes.get(object.spec?.gatewayClassName ?? '');
    const hostname = addresses.find(({ type }) => type === 'Hostname')?.value;
    const ip = addresses.find(({ type, value }) => type === 'IPAddress' && isIp(value ?? ''))?.value;
    found.set(`${namespace}/${name}`, {
      namespace,
      name,
      trafficType: labels?.[WAYPOINT_FOR] ?? ofClass?.metadata.labels?.[WAYPOINT_FOR] ?? 'service',
      ...(hostname !== undefined ? { hostname } : ip !== undefined && { ip }),
      allowed: boundListener(object, ofClass, features)?.allowedRoutes?.namespaces,
      object,
    });
  }
  return found;
}

/** Whether objects of a namespace may use the waypoint. …: makeAllowedRoutes */
export function admitsNamespace(
  { namespace: own, allowed }: Waypoint,
  namespace: string,
  labels: Labels | undefined,
): boolean {
  if (allowed?.from === 'All') return true;
  if (allowed?.from === 'Selector') return allowed.selector !== undefined && matchesSelector(allowed.selector, labels);
  return own === namespace;
}
