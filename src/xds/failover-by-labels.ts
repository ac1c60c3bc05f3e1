import type { ProxyType } from '../model/proxy.js';
import type { FieldRef } from '../model/resource.js';
import type { ClusterContext } from './cluster-context.js';
import { effectiveSetting, type SettingQuery } from './locality-setting.js';
import { policyOf } from './traffic-policy.js';

/**
 * The field that lets the endpoints of a cluster fail over by labels; undefined where nothing does. Without outlier detection
 * only trafficDistribution and a zone-aware setting do, the latter not at waypoints.
 * istiod 1.30 pilot/pkg/networking/core/loadbalancer/loadbalancer.go: ApplyLocalityLoadBalancer; 1.31 …: ApplyZoneAwareLoadBalancer
 */
export function failoverByLabels(
  query: SettingQuery,
  context: Pick<ClusterContext, 'controlPlane' | 'features'>,
  type: ProxyType = 'sidecar',
): FieldRef | undefined {
  const effective = effectiveSetting(query, context);
  if (!effective) return undefined;
  if ('zoneAware' in effective) {
    const { failoverPriority, enabled } = effective.zoneAware;
    const applies = failoverPriority?.length && enabled !== false && type !== 'waypoint';
    return applies ? effective.by('failoverPriority') : undefined;
  }
  const { setting, forced, by } = effective;
  if (!setting.failoverPriority?.length || setting.distribute?.length) return undefined;
  const detects = policyOf(query.rule, query.subset, query.port.number)?.outlierDetection;
  return forced || detects ? by('failoverPriority') : undefined;
}
