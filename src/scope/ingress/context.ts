import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import type { KubernetesService } from '../../model/kubernetes.js';
import type { RouteRefusal } from '../gateway-api/context.js';

/** What the conversion of Ingresses looks at besides the object itself. */
export interface IngressContext {
  controlPlane: ControlPlane;
  features: Features;
  /** Where the Gateways of Ingresses are: K8S_INGRESS_NS, whatever namespace istiod runs in. */
  gatewayNamespace: string;
  /** Services that istiod reads, by `namespace/name`. */
  services: ReadonlyMap<string, KubernetesService>;
  /** Takes note of what istiod leaves out, and of references that lead nowhere. */
  refuse(this: void, refusal: RouteRefusal): void;
}
