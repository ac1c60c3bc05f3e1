import type { LabelSelector } from './labels.js';
import type { Resource } from './resource.js';

/** The label of the Pods that serve a Gateway. */
export const GATEWAY_NAME = 'gateway.networking.k8s.io/gateway-name';
export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** Kinds of whose CRDs istiod asks the bundle version. */
const VERSIONED = ['GRPCRoute', 'TCPRoute', 'TLSRoute'];

export function crdName(kind: string): string {
  return `${kind.toLowerCase()}s.${GATEWAY_GROUP}`;
}

export const VERSIONED_CRDS: ReadonlySet<string> = new Set(VERSIONED.map(crdName));

/** What admission calls its Gateways: Istio has a kind of that name too. */
export const GATEWAY_KIND = `Gateway.${GATEWAY_GROUP}`;

/** What admission calls a kind of the group. */
export function gatewayApiKind(kind: string): string {
  return `${kind}.${GATEWAY_GROUP}`;
}

/** The parts of the Gateway API that decide gateways, waypoints and routes. */
export interface KubernetesGateway extends Resource {
  spec?: {
    gatewayClassName?: string;
    addresses?: GatewayAddress[];
    listeners?: Listener[];
  };
  status?: { addresses?: GatewayAddress[] };
}

export interface GatewayAddress {
  type?: string;
  value?: string;
}

export interface GatewayClass extends Resource {
  spec?: { controllerName?: string };
}

export interface Listener {
  name: string;
  hostname?: string;
  port: number;
  protocol?: string;
  tls?: { mode?: string; certificateRefs?: ObjectReference[]; options?: Record<string, string> } | null;
  allowedRoutes?: {
    namespaces?: { from?: string; selector?: LabelSelector } | null;
    kinds?: { group?: string; kind?: string }[];
  } | null;
}

/** A reference to an object; group and kind have defaults that depend on where it stands. */
export interface ObjectReference {
  group?: string;
  kind?: string;
  name: string;
  namespace?: string;
}

export interface ParentReference extends ObjectReference {
  sectionName?: string;
  port?: number;
}

export interface BackendReference extends ObjectReference {
  port?: number;
  weight?: number;
}

export interface RouteFilter {
  type?: string;
  requestMirror?: { backendRef?: BackendReference } | null;
}

export interface RouteRule {
  name?: string;
  matches?: unknown[];
  filters?: RouteFilter[];
  backendRefs?: (BackendReference & { filters?: RouteFilter[] })[];
}

/** HTTPRoute, GRPCRoute, TCPRoute or TLSRoute. */
export interface GatewayRoute extends Resource {
  spec?: {
    parentRefs?: ParentReference[];
    hostnames?: string[];
    rules?: RouteRule[];
  };
}

export interface ReferenceGrant extends Resource {
  spec?: {
    from?: { group?: string; kind?: string; namespace?: string }[];
    to?: { group?: string; kind?: string; name?: string }[];
  };
}
