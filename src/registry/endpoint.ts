import type { Labels } from '../model/labels.js';
import type { Resource } from '../model/resource.js';

export type Health = 'HEALTHY' | 'UNHEALTHY' | 'DRAINING' | 'TERMINATING';

/** An address that serves one port of a service. */
export interface Endpoint {
  address: string;
  port: number;
  /** The service port it serves: EDS compares names. */
  portName: string;
  /** Of ServiceEntries: DNS clusters compare the number of the service port. */
  servicePort?: number;
  labels: Labels;
  health: Health;
  node?: string;
  /** `istio` when it accepts mutual TLS, else `disabled`. */
  tlsMode: string;
  namespace: string;
  /** The Pod, WorkloadEntry, EndpointSlice or ServiceEntry that it comes from. */
  source: Resource;
}
