import type { ReasonEntry } from './entry.js';

/** Reasons why a waypoint has no cluster of a service, or an empty one. */
export const WAYPOINT_REASONS = {
  'waypoint-opted-out': {
    stage: 'waypoint',
    text: 'its label says that it uses no waypoint',
    todo: 'Remove the label istio.io/use-waypoint=none.',
  },
  'waypoint-not-ready': {
    stage: 'waypoint',
    text: 'waypoint {waypoint}, which its label names, does not exist or has no address yet; no other takes its place',
    todo: 'Create the waypoint, or correct istio.io/use-waypoint and istio.io/use-waypoint-namespace.',
  },
  'waypoint-denies-namespace': {
    stage: 'waypoint',
    text: 'the listener of waypoint {waypoint} does not admit its namespace',
    todo: 'Admit the namespace in allowedRoutes of the HBONE listener.',
  },
  'waypoint-for-other-traffic': {
    stage: 'waypoint',
    text: 'waypoint {waypoint} takes traffic to {trafficType}, not to {wanted}',
    todo: 'Set istio.io/waypoint-for to what it should take: service, workload or all.',
  },
  'other-waypoint': {
    stage: 'waypoint',
    text: 'it is bound to waypoint {waypoint}',
    todo: 'Ask that waypoint, or change istio.io/use-waypoint.',
  },
  'waypoint-of-other-network': {
    stage: 'waypoint',
    text: 'it is bound to this waypoint by its IP {ip}, which istiod takes to be of {known}, as its own namespace is, while this proxy is of {own}',
    todo: "Give the waypoint's Gateway an address of type Hostname, as istiod does, or label istiod's namespace with the network of the waypoint's Pods.",
  },
  'no-waypoint': {
    stage: 'waypoint',
    text: 'no label binds it to a waypoint',
    todo: 'Set istio.io/use-waypoint on it or on its namespace.',
  },
  'service-not-global': {
    stage: 'waypoint',
    text: 'an east-west gateway takes services alone that the mesh config gives the scope GLOBAL, and the waypoints of these',
    todo: 'Select the Service in an entry of serviceScopeConfigs with scope GLOBAL.',
  },
  'waypoint-of-waypoint': {
    stage: 'waypoint',
    text: 'it belongs to a waypoint or an east-west gateway, which no waypoint takes',
    todo: 'Nothing: requests to a waypoint reach it directly.',
  },
  'ambient-off': {
    stage: 'waypoint',
    text: 'istiod runs without PILOT_ENABLE_AMBIENT, so that no waypoint owns anything',
    todo: 'Set PILOT_ENABLE_AMBIENT=true for istiod, as the ambient profile does.',
  },
  'alias-not-in-ambient': {
    stage: 'waypoint',
    text: 'ztunnel and waypoints know no ExternalName Services: what {target} resolves to decides',
    todo: 'Ask for the target.',
  },
  'range-not-in-ambient': {
    stage: 'waypoint',
    text: 'before istiod 1.30, ztunnel and waypoints know no ServiceEntry with a range of addresses ({addresses})',
    todo: 'List single addresses.',
  },
  'remote-not-in-ambient': {
    stage: 'waypoint',
    text: 'ztunnel and waypoints know the Services of the config cluster only, and it is none of them',
    todo: 'Create the Service in the config cluster too.',
  },
  'no-address-for-waypoint': {
    stage: 'waypoint',
    text: 'it has no address of its own: clients reach the addresses that its name resolves to, and those requests pass waypoint {waypoint} by',
    todo: 'Give the Service a cluster IP, or the ServiceEntry addresses.',
  },
  'hidden-from-ambient': {
    stage: 'waypoint',
    text: '{winner} has the hostname too and stands for it in ambient, so no waypoint owns this one',
    todo: 'Use another hostname, or set the label on the object that counts.',
  },
  'owned-but-not-in-scope': {
    stage: 'waypoint',
    text: 'the waypoint owns it but does not see it (in scope: {held}), so its clusters have no endpoints, subsets or rules',
    todo: "Export it to the waypoint's namespace.",
  },
  'waypoint-crashes-istiod': {
    stage: 'waypoint',
    text: 'a waypoint owns it, it has DNS resolution, and its workloadSelector selects nothing for port {port}: istiod itself crashes on this',
    todo: 'Let the workloadSelector match a workload, or take away the label istio.io/use-waypoint, at once.',
  },
  'through-hidden-waypoint': {
    stage: 'endpoints',
    text: 'requests go through waypoint {waypoint}, whose Service this gateway does not see: it has no endpoint',
    todo: "Export the waypoint's Service to the gateway's namespace, or set istio.io/ingress-use-waypoint to false.",
  },
  'through-waypoint-not-ready': {
    stage: 'endpoints',
    text: 'requests go through waypoint {waypoint}, of which no Pod is ready: its own endpoints are not used instead',
    todo: 'Start the waypoint, or set istio.io/ingress-use-waypoint to false.',
  },
  'headless-through-waypoint': {
    stage: 'endpoints',
    text: 'it is headless, and requests go through waypoint {waypoint}, which is asked for {asked}: an address that it can hardly serve',
    todo: 'Give the Service a cluster IP, or set istio.io/ingress-use-waypoint to false on it.',
  },
} as const satisfies Record<string, ReasonEntry>;
