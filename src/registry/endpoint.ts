import type { Labels } from '../model/labels.js';
import type { Resource } from '../model/resource.js';

export type Health = 'HEALTHY' | 'UNHEALTHY' | 'DRAINING' | 'TERMINATING';

/** An address that serves one port of a service. */
export interface Endpoint {
  address: string;
  /** Of the same Pod, where istiod sends both IP families as one endpoint. */
  otherAddresses?: readonly string[];
  port: number;
  /** The service port it serves: EDS compares names. */
  portName: string;
  /** Of ServiceEntries: DNS clusters compare the number of the service port. */
  servicePort?: number;
  labels: Labels;
  /** Of the Kubernetes cluster whose object it comes from. */
  clusterId: string;
  /** Empty when nothing names one: such an endpoint counts as reachable from everywhere. */
  network: string;
  /** `region/zone/subzone` as far as known. */
  locality: string;
  health: Health;
  node?: string;
  /** `istio` when it accepts mutual TLS, else `disabled`. */
  tlsMode: string;
  /** Its Service is not exported: proxies of other Kubernetes clusters do not see it. */
  ownClusterOnly?: true;
  namespace: string;
  /** Reached through HBONE. */
  tunnel?: Tunnel;
  /** A gateway that stands for endpoints of another network: one of these. */
  behindGateway?: Endpoint;
  /** The Pod, WorkloadEntry, EndpointSlice or ServiceEntry that it comes from. */
  source: Resource;
}

/** An address inside Envoy: the listener `connect_originate` opens the tunnel, where no other one is named. */
export interface Tunnel {
  listener?: 'forward_inner_connect';
  /** The workload, or the waypoint's Pod, as `address:port`. */
  to: string;
  /** What a waypoint is asked for: the address and port of the service. */
  asking?: string;
}

/**
 * `address:port`, IPv6 in brackets. Without a port istiod takes an address for the path of a socket.
 * istiod 1.30 pilot/pkg/networking/util/util.go: BuildAddress
 */
export function hostPort(address: string, port: number): string {
  if (address.startsWith('/') || port === 0) return address;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
