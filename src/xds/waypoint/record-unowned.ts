import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import { GATEWAY_NAME } from '../../model/gateway-api.js';
import { istiodVariable } from '../../model/istiod-variable.js';
import type { Proxy } from '../../model/proxy.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf } from '../../model/resource.js';
import { originalOf, type Service } from '../../model/service.js';
import type { AmbientIndex } from '../../registry/ambient/ambient-index.js';
import { waypointName, type Waypoint } from '../../registry/ambient/waypoints.js';
import { meshConfigField } from '../../scope/export-to.js';
import type { Scope, ScopeRecorder } from '../../scope/scope.js';
import { isEastWestGateway } from './east-west.js';

/** Says of every service of a waypoint's scope that has no cluster why it is not owned, and of owned ones what bound them. */
export function recordUnowned(
  proxy: Proxy,
  scope: Scope,
  owned: readonly Service[],
  outbound: readonly Service[],
  ambient: AmbientIndex | undefined,
  controlPlane: ControlPlane,
  features: Features,
  recorder: ScopeRecorder,
): void {
  const ownedHosts = new Set(owned.map(({ hostname }) => hostname));
  const sent = new Set(outbound);
  for (const service of scope.services) {
    if (ownedHosts.has(service.hostname) || sent.has(service)) continue;
    recorder.drop({ service: originalOf(service), stage: 'waypoint', reason: whyNotOwned(service) });
  }
  for (const service of owned) {
    const { binding } = ambient!.of(service)!;
    if (binding.by) recorder.enter({ service, listener: 0, by: binding.by, via: 'waypoint' });
  }

  function whyNotOwned(service: Service): Reason {
    if (!ambient) return { code: 'ambient-off', by: istiodVariable(controlPlane, 'PILOT_ENABLE_AMBIENT'), args: {} };
    if (features.eastWestTakesGlobal && isEastWestGateway(proxy, features)) {
      return { code: 'service-not-global', by: meshConfigField(controlPlane, 'serviceScopeConfigs'), args: {} };
    }
    const unbound = ambient.whyUnbound(service);
    if (unbound) return unbound;
    const { waypoint, by } = ambient.of(service)!.binding;
    const { ip } = waypoint!;
    if (ip !== undefined && isOf(proxy, waypoint!)) {
      const known = networkText(ambient.networkOf(ip, undefined));
      const args = { ip, known, own: networkText(proxy.network ?? '') };
      return { code: 'waypoint-of-other-network', by: fieldOf(waypoint!.object, 'status.addresses'), args };
    }
    const args = { waypoint: waypointName(waypoint!), own: `${proxy.namespace}/${proxy.name}` };
    return { code: 'other-waypoint', ...(by && { by }), args };
  }
}

function isOf({ namespace, labels }: Proxy, waypoint: Waypoint): boolean {
  return namespace === waypoint.namespace && labels[GATEWAY_NAME] === waypoint.name;
}

function networkText(network: string): string {
  return network === '' ? 'no network' : `network ${network}`;
}
