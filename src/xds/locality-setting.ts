import type { LocalityLbSetting, ZoneAwareLbSetting } from '../model/istio.js';
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

/** The same by Envoy's own means: what else is set for localities does not count. */
export interface EffectiveZoneAwareSetting {
  zoneAware: ZoneAwareLbSetting;
  by: (field: keyof ZoneAwareLbSetting) => FieldRef;
}

/** What of the query decides. */
export type SettingQuery = Pick<EndpointQuery, 'rule' | 'subset' | 'port' | 'service'>;

/** What trafficDistribution stands for is a failover by labels; only that there is one matters here. */
const OF_TRAFFIC_DISTRIBUTION: LocalityLbSetting = { failoverPriority: ['topology.istio.io/network'] };

/**
 * The rule's own setting, then the service's trafficDistribution, then the mesh's; undefined where none is or it is off. In the
 * rule and in the mesh a zone-aware setting comes before one for localities.
 * istiod 1.30 pilot/pkg/networking/core/loadbalancer/loadbalancer.go: GetLocalityLbSetting; 1.31 …: GetEffectiveLbSetting
 */
export function effectiveSetting(
  { rule, subset, port, service }: SettingQuery,
  { controlPlane, features }: Pick<ClusterContext, 'controlPlane' | 'features'>,
): EffectiveLocalitySetting | EffectiveZoneAwareSetting | undefined {
  const loadBalancer = policyOf(rule, subset, port.number)?.loadBalancer;
  const ofRule = () => fieldOf(rule!.object, 'spec');
  const zoneAware = features.zoneAwareLoadBalancing && loadBalancer?.zoneAwareLbSetting;
  if (zoneAware) return { zoneAware, by: ofRule };
  const own = loadBalancer?.localityLbSetting;
  if (own && rule) return enabled({ setting: own, by: ofRule, forced: false });
  if (service.trafficDistribution) {
    return { setting: OF_TRAFFIC_DISTRIBUTION, by: () => fieldOf(service.source, ''), forced: true };
  }
  const { localityLbSetting: ofMesh, zoneAwareLbSetting } = controlPlane.meshConfig;
  if (features.zoneAwareLoadBalancing && zoneAwareLbSetting) {
    const by = (field: string) => meshConfigField(controlPlane, `zoneAwareLbSetting.${field}`);
    return { zoneAware: zoneAwareLbSetting, by };
  }
  if (!ofMesh) return undefined;
  const by = (field: string) => meshConfigField(controlPlane, `localityLbSetting.${field}`);
  return enabled({ setting: ofMesh, by, forced: false });
}

/** The setting for localities, where that is the one which counts. */
export function localitySettingOf(query: SettingQuery, context: ClusterContext): EffectiveLocalitySetting | undefined {
  const effective = effectiveSetting(query, context);
  return effective && 'setting' in effective ? effective : undefined;
}

function enabled(effective: EffectiveLocalitySetting): EffectiveLocalitySetting | undefined {
  return effective.setting.enabled === false ? undefined : effective;
}
