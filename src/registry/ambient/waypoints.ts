import {
  GATEWAY_KIND,
  gatewayApiKind,
  type GatewayClass,
  type KubernetesGateway,
  type Listener,
} from '../../model/gateway-api.js';
import { matchesSelector, type Labels } from '../../model/labels.js';
import type { Admitted } from '../admit.js';

/** A Gateway whose Pods are ready, so that services and workloads can be bound to it. */
export interface Waypoint {
  namespace: string;
  name: string;
  /** What it takes: `service`, `workload`, `all` or `none`. */
  trafficType: string;
  /** Where it is reached: the first Hostname of its status, else the first IP. */
  hostname?: string;
  ip?: string;
  object: KubernetesGateway;
}

/** `namespace/name`. */
export function waypointName({ namespace, name }: Waypoint): string {
  return `${namespace}/${name}`;
}

export const WAYPOINT_FOR = 'istio.io/waypoint-for';

/** istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/waypoints.go: gatewayToWaypointTransform */
export function readyWaypoints(admitted: Admitted): Map<string, Waypoint> {
  const classes = new Map(
    admitted
      .of<GatewayClass>(gatewayApiKind('GatewayClass'))
      .map((object) => [object.metadata.name, object.metadata.labels]),
  );
  const found = new Map<string, Waypoint>();
  for (const object of admitted.of<KubernetesGateway>(GATEWAY_KIND)) {
    const addresses = object.status?.addresses ?? [];
    if (addresses.length === 0) continue;
    const { namespace = 'default', name, labels } = object.metadata;
    const ofClass = classes.get(object.spec?.gatewayClassName ?? '');
    const hostname = addresses.find(({ type }) => type === 'Hostname')?.value;
    const ip = addresses.find(({ type }) => type === 'IPAddress')?.value;
    found.set(`${namespace}/${name}`, {
      namespace,
      name,
      trafficType: labels?.[WAYPOINT_FOR] ?? ofClass?.[WAYPOINT_FOR] ?? 'service',
      ...(hostname !== undefined ? { hostname } : ip !== undefined && { ip }),
      object,
    });
  }
  return found;
}

/** Whether objects of a namespace may use the waypoint: its bound listener says, else the HBONE one. …: makeAllowedRoutes */
export function admitsNamespace(waypoint: Waypoint, namespace: string, labels: Labels | undefined): boolean {
  const allowed = boundListener(waypoint.object)?.allowedRoutes?.namespaces;
  if (allowed?.from === 'All') return true;
  if (allowed?.from === 'Selector') return allowed.selector !== undefined && matchesSelector(allowed.selector, labels);
  return waypoint.namespace === namespace;
}

const INBOUND_BINDING = 'ambient.istio.io/waypoint-inbound-binding';

function boundListener({ metadata, spec }: KubernetesGateway): Listener | undefined {
  const listeners = spec?.listeners ?? [];
  const [protocol, port] = (metadata.annotations?.[INBOUND_BINDING] ?? '').split('/');
  const bound = port
    ? listeners.find((listener) => listener.port === Number(port))
    : protocol === 'PROXY' && listeners.find((listener) => listener.protocol === 'istio.io/PROXY');
  return bound || listeners.find((listener) => listener.protocol === 'HBONE' && listener.port === 15008);
}
