import type { ReasonEntry } from './entry.js';

/** Reasons of Gateways and routes of the Gateway API. */
export const GATEWAY_API_REASONS = {
  'gateway-of-other-revision': {
    stage: 'gateway',
    text: 'the Gateway asks for revision {revision}, and this istiod is {own}',
    todo: 'Set istio.io/rev to this revision or to a tag of it.',
  },
  'listener-protocol': {
    stage: 'gateway',
    text: 'this istiod serves no listeners of protocol {protocol}',
    todo: 'Use HTTP or HTTPS, or set PILOT_ENABLE_ALPHA_GATEWAY_API.',
  },
  'listener-without-certificate': {
    stage: 'gateway',
    text: 'listener {listener} has no certificate that it may use, so no proxy serves it and its routes',
    todo: 'Create the Secret, or a ReferenceGrant for it.',
  },
  'route-not-attached': {
    stage: 'gateway',
    text: '{parent} does not take the route: {cause}',
    todo: 'Correct the parentRef, the hostnames, or allowedRoutes of the listener.',
  },
  'backend-not-granted': {
    stage: 'gateway',
    text: 'no ReferenceGrant lets the route name backend {backend}, so it goes on without it',
    todo: "Create a ReferenceGrant in the backend's namespace.",
  },
  'backend-not-found': {
    stage: 'gateway',
    text: 'backend {backend} does not exist: the route names a cluster that no proxy has',
    todo: 'Create the backend, or correct its name and namespace.',
  },
  'backend-kind': {
    stage: 'gateway',
    text: 'istiod does not know the kind of backend {backend}',
    todo: 'Name a Service, or a Hostname of group networking.istio.io.',
  },
  'backend-malformed': {
    stage: 'gateway',
    text: 'the reference to {backend} has no port, or its name is no name of a Service: istiod drops the whole route',
    todo: 'Name Service and port.',
  },
  'backend-weight-zero': {
    stage: 'gateway',
    text: 'backend {backend} has weight 0 and counts as absent',
    todo: 'Give it a weight, or remove it.',
  },
  'filter-drops-route': {
    stage: 'gateway',
    text: 'istiod does not know filter {filter} there and drops the whole route',
    todo: 'Remove the filter.',
  },
  'mirror-dropped': {
    stage: 'gateway',
    text: 'the mirror to {backend} is left out: {cause}',
    todo: 'Create the backend, or a ReferenceGrant for it.',
  },
  'mirror-drops-route': {
    stage: 'gateway',
    text: 'the mirror to {backend} is refused ({cause}), and with it istiod drops the whole GRPCRoute, all rules and parents',
    todo: 'Create the backend or a ReferenceGrant for it, or remove the mirror.',
  },
  'route-hidden': {
    stage: 'gateway',
    text: '{winner} has the same listener or Service and the same hostname, and this istiod keeps only that',
    todo: 'Use another hostname, put the rules into one kind of route, or upgrade to 1.30.',
  },
  'crd-too-old': {
    stage: 'gateway',
    text: 'the CRD of {kind}s does not say that it is of bundle {bundle} or later, so they do not exist for istiod',
    todo: 'Install the CRDs of the Gateway API again.',
  },
  'crd-too-new': {
    stage: 'gateway',
    text: 'the CRD of {kind}s does not say that it is of bundle {bundle} or earlier, so they do not exist for istiod',
    todo: 'Upgrade istiod to 1.30, or keep the CRDs of that bundle.',
  },
} as const satisfies Record<string, ReasonEntry>;
