import { expandShortName, isWildcard, mostSpecific } from '../model/host.js';
import type { DestinationRule, TrafficPolicy } from '../model/istio.js';
import { isDns, isDynamicWildcard, serviceKey, type Service } from '../model/service.js';
import type { Mesh } from './mesh.js';
import { hasDrainingLabel } from './send-endpoints.js';

/** A service that may crash istiod as far as it alone, and what is set for it anywhere, can tell. */
export interface Suspect {
  service: Service;
  /** Only proxies that ask for a view of some networks get too few of its endpoints. */
  forViews: boolean;
}

/** Hardly any service is one. */
export function crashSuspects(mesh: Mesh): Suspect[] {
  return [...failoverSuspects(mesh), ...outlierSuspects(mesh)];
}

/** Wildcards of DYNAMIC_DNS for which some rule detects outliers. */
function outlierSuspects(mesh: Mesh): Suspect[] {
  if (!mesh.features.dynamicDnsClusters) return [];
  const wildcards = mesh.world.registry.sorted.filter(isDynamicWildcard);
  if (wildcards.length === 0) return [];
  const detects = hostsOfRules(mesh);
  return wildcards.filter(({ hostname }) => detects(hostname)).map((service) => ({ service, forViews: false }));
}

/** By DNS, failing over by labels for somebody, and with endpoints of which somebody gets too few. */
function failoverSuspects(mesh: Mesh): Suspect[] {
  if (!mesh.features.dnsFailoverByLabels) return [];
  const { meshConfig } = mesh.controlPlane;
  const zoneAware = Boolean(meshConfig.zoneAwareLbSetting?.failoverPriority?.length);
  const isSet = zoneAware ? () => true : hostsOfRules(mesh);
  const failingOver = mesh.world.registry.sorted.filter(
    (service) => isDns(service) && (service.trafficDistribution !== undefined || isSet(service.hostname)),
  );
  let views: boolean | undefined;
  return failingOver.flatMap((service): Suspect[] => {
    const who = whoGetsTooFew(service, mesh);
    if (who !== 'views') return who === 'all' ? [{ service, forViews: false }] : [];
    views ??= mesh.proxies.some(({ networkView }) => networkView !== undefined);
    return views ? [{ service, forViews: true }] : [];
  });
}

/** Whether a rule for the host detects outliers, or is zone-aware: failover by labels that nothing else asks for needs one. */
function hostsOfRules({ admitted, controlPlane }: Mesh): (hostname: string) => boolean {
  const [exact, wildcards] = [new Map<string, true>(), new Map<string, true>()];
  const sets = ({ loadBalancer, outlierDetection }: TrafficPolicy) =>
    Boolean(outlierDetection) || Boolean(loadBalancer?.zoneAwareLbSetting?.failoverPriority?.length);
  for (const { metadata, spec } of admitted.of<DestinationRule>('DestinationRule')) {
    // Only waypoints look at those of subsets.
    const policies = [spec?.trafficPolicy, ...(spec?.subsets ?? []).map(({ trafficPolicy }) => trafficPolicy)];
    if (!policies.some((policy) => policy && (sets(policy) || (policy.portLevelSettings ?? []).some(sets)))) continue;
    const host = expandShortName(spec?.host ?? '', metadata.namespace ?? 'default', controlPlane.domainSuffix);
    (isWildcard(host) ? wildcards : exact).set(host, true);
  }
  return (hostname) => mostSpecific(hostname, exact, wildcards) !== undefined;
}

/** Which proxies may be sent fewer endpoints of the first locality than there are: any, or those with a view of some networks. */
function whoGetsTooFew(service: Service, { world, features }: Mesh): 'all' | 'views' | undefined {
  const { endpoints, gateways } = world.registry;
  const [list = []] = endpoints.of(serviceKey(service)).lists;
  const [first] = list;
  if (!first) return undefined;
  // A gateway may take the place of several endpoints, or one that cannot be reached the place of none.
  if (gateways.dns.any) return 'all';
  if (list.length < 2) return undefined;
  const varies =
    list.some(({ locality, health }) => locality !== first.locality || health !== 'HEALTHY') ||
    list.some((endpoint) => hasDrainingLabel(endpoint, features)) ||
    world.clusterContext.clusterLocal.has(service.hostname);
  return varies ? 'all' : 'views';
}
