import type { FieldRef } from '../../model/resource.js';
import type { Service } from '../../model/service.js';

/** A cluster that a route or a listener of a proxy names, whether CDS has it or not. */
export interface ClusterReference {
  cluster: string;
  from: ReferenceOrigin;
}

export interface ReferenceOrigin {
  /** The route configuration (`80`, `http.8080`) or the address of the listener (`0.0.0.0_443`). */
  listener: string;
  port: number;
  /** `default` stands for what istiod makes of a service that no VirtualService routes. */
  kind:
    | 'http'
    | 'tcp'
    | 'tls'
    | 'mirror'
    | 'default'
    | 'sni'
    | 'egress-proxy'
    | 'ext-authz'
    | 'tracing'
    | 'access-log'
    | 'jwks'
    | 'envoy-filter';
  /** The host that the reference leads to. */
  host: string;
  /** The field of the VirtualService, Sidecar, provider or policy that names the host. */
  by?: FieldRef;
  /** The service whose listener or virtual host it is; absent for hosts that only a VirtualService has. */
  service?: Service;
  /** The provider of the mesh config, and its kind there. */
  provider?: { name: string; kind: string };
}

/** What a route leads to, before it is known in which listener. */
export interface Target {
  cluster: string;
  kind: ReferenceOrigin['kind'];
  host: string;
  by?: FieldRef;
}

export function refer(target: Target, listener: string, port: number, service?: Service): ClusterReference {
  const { cluster, ...rest } = target;
  return { cluster, from: { listener, port, ...rest, ...(service && { service }) } };
}
