import type { ReasonEntry } from './entry.js';

/** Reasons of Ingresses. */
export const INGRESS_REASONS = {
  'ingress-not-taken': {
    stage: 'gateway',
    text: 'istiod leaves the Ingress to others: {cause}',
    todo: 'Name an IngressClass of controller istio.io/ingress-controller.',
  },
  'ingress-default-backend': {
    stage: 'gateway',
    text: 'istiod ignores the default backend of an Ingress',
    todo: 'Write a rule without host whose path is / and whose pathType is Prefix.',
  },
  'ingress-rule-without-paths': {
    stage: 'gateway',
    text: 'the rule has no paths, and istiod leaves it out',
    todo: 'Write paths with their backends.',
  },
  'ingress-backend-kind': {
    stage: 'gateway',
    text: 'the backend is no Service, and istiod leaves the path out',
    todo: 'Name a Service.',
  },
  'ingress-port-not-found': {
    stage: 'gateway',
    text: 'the port {port} of the backend is not found, so istiod leaves the path out: {cause}',
    todo: 'Name a port that the Service has, or its number.',
  },
  'ingress-tls-without-secret': {
    stage: 'gateway',
    text: 'the entry names no Secret, so no server speaks TLS for its hosts',
    todo: 'Name a Secret.',
  },
  'ingress-https-without-routes': {
    stage: 'gateway',
    text: '{winner} has the host {host} too and is older: its Gateway alone gets the routes, and it has no certificate for the host, so HTTPS requests find none',
    todo: 'Keep the certificate and the rules of a host in one Ingress.',
  },
} as const satisfies Record<string, ReasonEntry>;
