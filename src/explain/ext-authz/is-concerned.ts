import type { Proxy } from '../../model/proxy.js';
import { handWrittenFilters } from '../../xds/ext-authz/hand-written.js';
import type { Mesh } from '../../xds/mesh.js';
import { listenerPatches } from '../../xds/envoy-filters/references.js';
import { policyGaps } from './ext-authz.js';

/** Whether a proxy has anything to check, or may have. */
export function isConcerned(mesh: Mesh, proxy: Proxy): boolean {
  // A waypoint takes policies of the services that it owns, which are not known before its configuration is.
  if (proxy.type === 'waypoint' && mesh.customPolicies.any) return true;
  if (mesh.customPolicies.inForce(proxy).length > 0 || policyGaps(mesh, proxy).length > 0) return true;
  return handWrittenFilters(listenerPatches(mesh.patchesFor(proxy), proxy.type)).length > 0;
}
