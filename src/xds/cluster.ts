import type { DestinationRule } from '../model/istio.js';
import type { FieldRef } from '../model/resource.js';
import type { Reason } from '../model/reason.js';
import type { Service } from '../model/service.js';
import type { Undetermined } from '../model/undetermined.js';
import type { Endpoint } from '../registry/endpoint.js';

/** An Envoy cluster, as istiod sends it in CDS and EDS. */
export interface Cluster {
  name: string;
  type: ClusterType;
  port: number;
  subset: string;
  /** The service as the scope holds it: ports may be fewer than the registry's. */
  service: Service;
  /** The DestinationRule that gave policy or subset. */
  rule?: DestinationRule;
  endpoints: readonly Endpoint[];
  /** Other endpoint lists that istiod may hold, and why. */
  otherEndpoints?: readonly (readonly Endpoint[])[];
  point?: Undetermined;
  /** Why requests fail although the service has endpoints, or why it is sent none of them. */
  flaw?: Reason;
  /** The EnvoyFilters' patches that were merged into it. */
  patchedBy?: readonly FieldRef[];
  /** istiod sends more than one cluster of this name. */
  duplicate?: boolean;
}

export type ClusterType =
  | 'EDS'
  | 'STRICT_DNS'
  | 'LOGICAL_DNS'
  | 'ORIGINAL_DST'
  | 'envoy.clusters.dynamic_forward_proxy'
  /** By an EnvoyFilter alone, as custom types are. */
  | 'STATIC'
  | (string & {});

/** Whether Envoy resolves the endpoints' names itself, so that istiod makes no cluster without any. */
export function isDnsType(type: ClusterType): boolean {
  return type === 'STRICT_DNS' || type === 'LOGICAL_DNS';
}

/** istiod 1.28 pilot/pkg/model/context.go: BuildSubsetKey */
export function outboundName(port: number, subset: string, hostname: string): string {
  return `outbound|${port}|${subset}|${hostname}`;
}

/** The form for AUTO_PASSTHROUGH servers, which route by SNI. …: BuildDNSSrvSubsetKey */
export function sniName(port: number, subset: string, hostname: string): string {
  return `outbound_.${port}_.${subset}_.${hostname}`;
}
