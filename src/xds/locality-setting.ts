import type { LocalityLbSetting } from '../model/istio.js';
import { isMapping } from '../model/mapping.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import { meshConfigField } from '../scope/export-to.js';
import type { ClusterContext } from './cluster-context.js';
import type { EndpointQuery } from './send-endpoints.js';
import { policyOf } from './traffic-policy.js';

/** How endpoints of a cluster are chosen by locality, and what says so. */
export interface EffectiveLocalitySetting {
  setting: LocalityLbSetting;
  /** Where one of its fields stands. */
  by: (field: keyof LocalityLbSetting) => FieldRef;
  /** Endpoints fail over even if nothing detects outliers. */
  forced: boolean;
}

/** What trafficDistribution stands for is a failover by labels; only that there is one matters here. */
const OF_TRAFFIC_DISTRIBUTION: LocalityLbSetting = { failoverPriority: ['topology.istio.io/network'] };

/**
 * The rule's own setting, then the service's trafficDistribution, then the mesh's; undefined where none is or it is off.
 * istiod 1.30 pilot/pkg/networking/core/loadbalancer/loadbalancer.go: GetLocalityLbSetting
 */
export function localitySettingOf(
  { rule, subset, port, service }: EndpointQuery,
  { controlPlane, features }: ClusterContext,
): EffectiveLocalitySetting | undefined {
  const loadBalancer = policyOf(rule, subset, port.number)?.loadBalancer;
  const zoneAware = (settings: Readonly<Record<string, unknown>> | null | undefined) =>
    features.zoneAwareLoadBalancing && isMapping(settings?.['zoneAwareLbSetting']);
  if (zoneAware(loadBalancer)) return undefined;
  const own = loadBalancer?.localityLbSetting;
  if (own && rule) return enabled({ setting: own, by: () => fieldOf(rule.object, 'spec'), forced: false });
  if (service.trafficDistribution) {
    return { setting: OF_TRAFFIC_DISTRIBUTION, by: () => fieldOf(service.source, ''), forced: true };
  }
  const ofMesh = controlPlane.meshConfig.localityLbSetting;
  if (zoneAware(controlPlane.meshConfig) || !ofMesh) return undefined;
  const by = (field: string) => meshConfigField(controlPlane, `localityLbSetting.${field}`);
  return enabled({ setting: ofMesh, by, forced: false });
}

function enabled(effective: EffectiveLocalitySetting): EffectiveLocalitySetting | undefined {
  return effective.setting.enabled === false ? undefined : effective;
}
