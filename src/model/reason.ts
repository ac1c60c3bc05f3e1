import type { FieldRef } from './resource.js';
import type { Service } from './service.js';

/** The stages that a service passes on its way into a proxy's CDS, in order. */
export const STAGES = [
  'discovery',
  'registry',
  'visibility',
  'import',
  'namespace',
  'ports',
  'gateway',
  'clusters',
  'endpoints',
] as const;

export type Stage = (typeof STAGES)[number];

/** Why a candidate was dropped, or what is worth knowing of one that was kept. Stable: see docs/reasons.md. */
export interface Reason {
  code: ReasonCode;
  /** The resource and field that decided. */
  by?: FieldRef;
  /** The values that were compared. */
  args: Record<string, string | number>;
}

/** A service that left the pipeline. */
export interface Drop {
  service: Service;
  stage: Stage;
  reason: Reason;
  /** The Sidecar's egress listener in which this happened, when it happened in one. */
  listener?: number;
  /** Set when only these ports were lost, not the service. */
  ports?: number[];
}

/** Takes note of drops. Absent when nobody asks, so that mesh-wide runs pay nothing. */
export type Recorder = (drop: Drop) => void;

export const REASONS = {
  'namespace-not-discovered': {
    stage: 'discovery',
    text: 'no discovery selector of the mesh config selects the namespace',
  },
  'other-revision': { stage: 'discovery', text: 'the object carries the label of another revision' },
  'invalid-object': { stage: 'discovery', text: 'the API server refuses the object, so istiod never sees it' },
  'kind-ignored': { stage: 'discovery', text: 'istiod is told not to read this kind' },
  'no-valid-address': { stage: 'registry', text: 'none of the addresses is an IP or a CIDR, so no service is made' },
  'no-hosts': { stage: 'registry', text: 'the ServiceEntry names no host' },
  'not-in-registry': { stage: 'registry', text: 'no Service or ServiceEntry has this hostname' },
  'exported-to-none': { stage: 'visibility', text: 'exported to no namespace (~)' },
  'exported-privately': { stage: 'visibility', text: 'exported to its own namespace only' },
  'exported-elsewhere': { stage: 'visibility', text: 'exported to other namespaces only' },
  'default-export-unusable': {
    stage: 'visibility',
    text: 'this istiod honours only "." and "*" as mesh default, so nobody sees the service',
  },
  'visibility-capped': { stage: 'visibility', text: 'the mesh config caps the visibility of ServiceEntries' },
  'no-egress-host': { stage: 'import', text: 'no egress host of the Sidecar imports it' },
  'egress-excluded': { stage: 'import', text: 'an egress host of the Sidecar excludes it' },
  'egress-port-mismatch': {
    stage: 'import',
    text: 'the egress listener takes one port, which the service does not have',
  },
  'malformed-egress-host': {
    stage: 'import',
    text: 'an egress host is not of the form namespace/host, so it imports nothing',
  },
  'own-namespace-preferred': { stage: 'namespace', text: "the proxy's own namespace has the hostname" },
  'kubernetes-preferred': { stage: 'namespace', text: 'a Kubernetes Service has the hostname' },
  'earlier-preferred': { stage: 'namespace', text: 'a service of another namespace comes first' },
  'alphabetical-preferred': { stage: 'namespace', text: 'a namespace earlier in the alphabet has the hostname' },
  'destination-port-missing': { stage: 'import', text: 'a VirtualService names it, but not with a port that it has' },
  'older-in-namespace': { stage: 'import', text: 'only the oldest service of a host and namespace is looked up' },
  'shadowed-by-kubernetes': { stage: 'ports', text: 'a Kubernetes Service already holds the hostname' },
  'replaced-by-kubernetes': { stage: 'ports', text: 'a Kubernetes Service replaced it' },
  'same-ports': { stage: 'ports', text: 'the service that came first has the same ports' },
  'not-merged': { stage: 'ports', text: 'the services of this hostname differ, so their ports are not merged' },
  'ports-merged': { stage: 'ports', text: 'its further ports joined the service that came first' },
  'port-taken': { stage: 'ports', text: 'the port number belongs to the service that came first' },
  'not-a-gateway-destination': {
    stage: 'gateway',
    text: 'clusters of gateways are filtered and nothing of this gateway names the service',
  },
  'gateway-other-namespace': {
    stage: 'gateway',
    text: 'a provider names the host in another namespace than the one the gateway holds',
  },
  'no-gateway-bound': {
    stage: 'gateway',
    text: 'no Gateway selects this proxy, and this istiod then sends no clusters',
  },
  alias: { stage: 'clusters', text: 'an ExternalName Service is an alias and has no cluster of its own' },
  'dynamic-dns': { stage: 'clusters', text: 'resolution DYNAMIC_DNS makes no cluster here' },
  'dynamic-dns-protocol': {
    stage: 'clusters',
    text: 'dynamic forward proxies serve HTTP, HTTP2, GRPC and TLS ports only',
  },
  'udp-port': { stage: 'clusters', text: 'UDP ports have no clusters' },
  'dns-without-endpoints': { stage: 'clusters', text: 'DNS resolution needs an endpoint, and there is none' },
  'duplicate-cluster': { stage: 'clusters', text: 'a cluster of this name exists already' },
  'no-ports': { stage: 'clusters', text: 'the service has no ports' },
  'subset-without-endpoints': { stage: 'endpoints', text: 'no endpoint carries the labels of the subset' },
  'no-endpoints': { stage: 'endpoints', text: 'the cluster has no endpoints' },
  'none-ready': { stage: 'endpoints', text: 'endpoints exist, but none is ready' },
  'endpoint-port-name': { stage: 'endpoints', text: 'endpoints exist, but under another port name' },
  'endpoint-hostname': { stage: 'endpoints', text: 'a hostname cannot be an endpoint of an EDS cluster' },
} as const satisfies Record<string, { stage: Stage; text: string }>;

export type ReasonCode = keyof typeof REASONS;
