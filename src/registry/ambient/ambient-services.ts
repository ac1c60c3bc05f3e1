import { serviceHostname } from '../../model/host.js';
import type { Features } from '../../model/features.js';
import { groupBy } from '../../model/group.js';
import { isIp, normalizeCidr } from '../../model/ip.js';
import type { ServiceEntry } from '../../model/istio.js';
import type { KubernetesService } from '../../model/kubernetes.js';
import { createdAt, type Resource } from '../../model/resource.js';
import type { Oracle } from '../../model/undetermined.js';
import type { Admitted } from '../admit.js';
import { waypointOf, type WaypointBinding } from './waypoint-binding.js';
import { readyWaypoints } from './waypoints.js';

/** A service as ztunnel and waypoints know it: by host and namespace, whatever it is exported to. */
export interface AmbientService {
  namespace: string;
  hostname: string;
  /** IPs alone; a ServiceEntry with a wider CIDR is no ambient service. */
  addresses: readonly string[];
  binding: WaypointBinding;
  /** Gateways send to its waypoint instead of its endpoints. */
  ingressUsesWaypoint: boolean;
  kubernetes: boolean;
  source: Resource;
}

/** An entry that ambient does not know because of another object of the same host. */
export interface HiddenEntry {
  service: AmbientService;
  behind: AmbientService;
}

const INGRESS_USE_WAYPOINT = 'istio.io/ingress-use-waypoint';

/** istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/services.go: ServicesCollection */
export function ambientServices(
  admitted: Admitted,
  domainSuffix: string,
  features: Features,
  oracle: Oracle,
): { services: AmbientService[]; hidden: HiddenEntry[] } {
  const waypoints = readyWaypoints(admitted);
  const describe = (source: Resource, hostname: string, addresses: readonly string[]): AmbientService => {
    const namespace = source.metadata.namespace ?? 'default';
    const own = source.metadata.labels?.[INGRESS_USE_WAYPOINT];
    const ofNamespace = admitted.namespaces.get(namespace)?.metadata.labels?.[INGRESS_USE_WAYPOINT];
    return {
      namespace,
      hostname,
      addresses,
      binding: waypointOf(source, admitted.namespaces.get(namespace), waypoints),
      ingressUsesWaypoint: (own ?? ofNamespace ?? '').toLowerCase() === 'true',
      kubernetes: source.kind === 'Service',
      source,
    };
  };
  const kubernetes = admitted
    .of<KubernetesService>('Service')
    .filter(({ spec }) => spec?.type !== 'ExternalName')
    .map((object) => {
      const { name, namespace = 'default' } = object.metadata;
      return describe(object, serviceHostname(name, namespace, domainSuffix), clusterIps(object));
    });
  const entries = admitted.of<ServiceEntry>('ServiceEntry').flatMap((object) => {
    const addresses = singleIps(object.spec?.addresses ?? []);
    return addresses ? (object.spec?.hosts ?? []).map((host) => describe(object, host, addresses)) : [];
  });
  return oneForEachHost(kubernetes, entries, features, oracle);
}

/**
 * Before 1.28.1 an entry counts beside a Kubernetes Service of its hostname, then it does not; from 1.29 on only those in
 * the Service's own namespace do not. Of one namespace and host one entry counts: the oldest, before 1.28.1 any.
 */
function oneForEachHost(
  kubernetes: AmbientService[],
  entries: AmbientService[],
  features: Features,
  oracle: Oracle,
): { services: AmbientService[]; hidden: HiddenEntry[] } {
  const hidden: HiddenEntry[] = [];
  const byHost = groupBy(kubernetes, ({ hostname }) => hostname);
  const kept: AmbientService[] = [];
  for (const group of groupBy(entries, ({ namespace, hostname }) => `${namespace}/${hostname}`).values()) {
    const [first] = group;
    const shadow = byHost.get(first!.hostname)?.find(({ namespace }) => isShadowed(first!, namespace, features));
    const chosen = chooseEntry(group, features, oracle);
    if (!shadow) kept.push(chosen);
    for (const service of group) {
      if (shadow || service !== chosen) hidden.push({ service, behind: shadow ?? chosen });
    }
  }
  return { services: [...kubernetes, ...kept], hidden };
}

function isShadowed({ namespace }: AmbientService, ofService: string, features: Features): boolean {
  if (features.ambientEntriesShadowed === 'never') return false;
  return features.ambientEntriesShadowed === 'everywhere' || namespace === ofService;
}

function chooseEntry(group: readonly AmbientService[], features: Features, oracle: Oracle): AmbientService {
  const age = ({ source }: AmbientService) => createdAt(source);
  const oldest = Math.min(...group.map(age));
  const candidates =
    features.ambientEntriesShadowed === 'never' ? [...group] : group.filter((service) => age(service) === oldest);
  const [first] = candidates.sort((a, b) => age(b) - age(a));
  if (candidates.every((service) => sameBinding(service, first!))) return first!;
  const { namespace, hostname } = first!;
  const because = `several ServiceEntries of namespace ${namespace} name ${hostname} and ask for different waypoints`;
  return candidates[oracle.pick(candidates.length, { code: 'ambient-entry', because, host: hostname })]!;
}

function sameBinding(a: AmbientService, b: AmbientService): boolean {
  return a.binding.waypoint === b.binding.waypoint && a.ingressUsesWaypoint === b.ingressUsesWaypoint;
}

function clusterIps({ spec = {} }: KubernetesService): string[] {
  const all = spec.clusterIPs?.length ? spec.clusterIPs : [spec.clusterIP ?? ''];
  return all.filter((ip) => ip !== '' && ip !== 'None');
}

/** Undefined when one of them is not a single IP: the entry is unknown to ambient then. …: parseCidrOrIP */
function singleIps(addresses: readonly string[]): string[] | undefined {
  const ips = addresses.map((address) => (isIp(address) ? address : normalizeCidr(address)));
  return ips.every((ip): ip is string => ip !== undefined && !ip.includes('/')) ? ips : undefined;
}
