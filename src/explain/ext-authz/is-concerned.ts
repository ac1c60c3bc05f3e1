import type { EnvoyFilter } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import { handWrittenFilters } from '../../xds/ext-authz/hand-written.js';
import type { Mesh } from '../../xds/mesh.js';
import { patchesFor } from '../../xds/routes/envoy-filter-references.js';
import { policyGaps } from './ext-authz.js';

/** Whether a proxy has anything to check, or may have. */
export function isConcerned(mesh: Mesh, proxy: Proxy): boolean {
  // A waypoint takes policies of the services that it owns, which are not known before its configuration is.
  if (proxy.type === 'waypoint' && mesh.customPolicies.any) return true;
  if (mesh.customPolicies.inForce(proxy).length > 0 || policyGaps(mesh, proxy).length > 0) return true;
  const envoyFilters = mesh.admitted.of<EnvoyFilter>('EnvoyFilter');
  return handWrittenFilters(patchesFor(proxy, envoyFilters, mesh.controlPlane)).length > 0;
}
