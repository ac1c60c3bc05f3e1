import type { ControlPlane } from './control-plane.js';
import type { IstiodVariable } from './istiod-environment.js';
import type { FieldRef } from './resource.js';

/** Where a variable of istiod's environment is set. */
export function istiodVariable(controlPlane: ControlPlane, variable: IstiodVariable): FieldRef {
  const [, kind = 'Deployment', namespace = controlPlane.namespace, name = 'istiod'] =
    /^(\S+) ([^/]+)\/(\S+)$/.exec(controlPlane.workload ?? '') ?? [];
  const containers = kind === 'Pod' ? 'spec.containers' : 'spec.template.spec.containers';
  return { kind, namespace, name, path: `${containers}[discovery].env[${variable}]` };
}
