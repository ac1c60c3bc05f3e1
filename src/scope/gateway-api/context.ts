import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import type { Reason } from '../../model/reason.js';
import type { Resource } from '../../model/resource.js';
import type { Admitted } from '../../registry/admit.js';
import type { Registry } from '../../registry/registry.js';

/** What conversion looks at besides the object itself. */
export interface ConversionContext {
  admitted: Admitted;
  registry: Registry;
  controlPlane: ControlPlane;
  features: Features;
  /** `namespace/name` of every Service that istiod reads. */
  services: ReadonlySet<string>;
  /** Takes note of what istiod leaves out, and of references that lead nowhere. */
  refuse(this: void, refusal: RouteRefusal): void;
}

/** Something of a Gateway or route that istiod does not use, or that leads nowhere. */
export interface RouteRefusal {
  object: Resource;
  /** The host that is lost by it, where it is one. */
  host?: string;
  reason: Reason;
}
