import { serviceHostname } from '../../model/host.js';
import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import { groupBy } from '../../model/group.js';
import { isIp, normalizeCidr } from '../../model/ip.js';
import type { ServiceEntry } from '../../model/istio.js';
import type { KubernetesService } from '../../model/kubernetes.js';
import type { Labels } from '../../model/labels.js';
import type { Reason } from '../../model/reason.js';
import { createdAt, fieldOf, type Resource } from '../../model/resource.js';
import { serviceText } from '../../model/service.js';
import type { Oracle } from '../../model/undetermined.js';
import type { Admitted } from '../admit.js';
import { isGlobal } from './service-scope.js';
import { MANAGED, waypointOfService, type WaypointBinding } from './waypoint-binding.js';
import type { Waypoint } from './waypoints.js';

/** A service as ztunnel and waypoints know it: by host and namespace, whatever it is exported to. */
export interface AmbientService {
  namespace: string;
  hostname: string;
  /** IPs; of a ServiceEntry ranges too, where ambient knows them. */
  addresses: readonly string[];
  binding: WaypointBinding;
  /** It selects what istiod deploys as waypoints or east-west gateways: no waypoint owns it, though routers may send through one. */
  selectsGateways: boolean;
  /** Gateways send to its waypoint instead of its endpoints. */
  ingressUsesWaypoint: boolean;
  /** Other networks may reach it. */
  isGlobal: boolean;
  source: Resource;
}

/** A host of an object that does not exist in ambient, and why. */
export interface LeftOut {
  namespace: string;
  hostname: string;
  source: Resource;
  reason: Reason;
}

interface Found {
  services: AmbientService[];
  leftOut: LeftOut[];
}

const INGRESS_USE_WAYPOINT = 'istio.io/ingress-use-waypoint';

/** istiod 1.28 pilot/pkg/serviceregistry/kube/controller/ambient/services.go: ServicesCollection */
export function ambientServices(
  admitted: Admitted,
  controlPlane: ControlPlane,
  features: Features,
  oracle: Oracle,
  waypoints: ReadonlyMap<string, Waypoint>,
): Found {
  const describe = (
    source: KubernetesService | ServiceEntry,
    hostname: string,
    addresses: readonly string[],
  ): AmbientService => {
    const namespace = source.metadata.namespace ?? 'default';
    const own = source.metadata.labels?.[INGRESS_USE_WAYPOINT];
    const ofNamespace = admitted.namespaces.get(namespace)?.metadata.labels?.[INGRESS_USE_WAYPOINT];
    return {
      namespace,
      hostname,
      addresses,
      binding: waypointOfService(source, admitted.namespaces.get(namespace), waypoints, features),
      selectsGateways: features.managedGateways.includes(selectorOf(source)?.[MANAGED] ?? ''),
      ingressUsesWaypoint: (own ?? ofNamespace ?? '').toLowerCase() === 'true',
      isGlobal: features.eastWestTakesGlobal && isGlobal(source, admitted.namespaces.get(namespace), controlPlane),
      source,
    };
  };
  const leftOut: LeftOut[] = [];
  const leave = (source: Resource, hostname: string, reason: Reason) =>
    leftOut.push({ namespace: source.metadata.namespace ?? 'default', hostname, source, reason });
  const kubernetes: AmbientService[] = [];
  for (const object of admitted.of<KubernetesService>('Service')) {
    const { name, namespace = 'default' } = object.metadata;
    const hostname = serviceHostname(name, namespace, controlPlane.domainSuffix);
    if (object.spec?.type === 'ExternalName') leave(object, hostname, aliasReason(object));
    else kubernetes.push(describe(object, hostname, clusterIps(object)));
  }
  const entries: AmbientService[] = [];
  for (const object of admitted.of<ServiceEntry>('ServiceEntry')) {
    const addresses = knownAddresses(object.spec?.addresses ?? [], features);
    for (const host of object.spec?.hosts ?? []) {
      if (addresses) entries.push(describe(object, host, addresses));
      else leave(object, host, rangeReason(object));
    }
  }
  const { services, leftOut: hidden } = oneForEachHost(kubernetes, entries, features, oracle);
  return { services, leftOut: [...leftOut, ...hidden] };
}

function selectorOf({ kind, spec }: KubernetesService | ServiceEntry): Labels | undefined {
  return kind === 'Service'
    ? (spec as KubernetesService['spec'])?.selector
    : (spec as ServiceEntry['spec'])?.workloadSelector?.labels;
}

function aliasReason(object: KubernetesService): Reason {
  const by = fieldOf(object, 'spec.externalName');
  return { code: 'alias-not-in-ambient', by, args: { target: object.spec?.externalName ?? '' } };
}

function rangeReason(object: ServiceEntry): Reason {
  const by = fieldOf(object, 'spec.addresses');
  return { code: 'range-not-in-ambient', by, args: { addresses: (object.spec?.addresses ?? []).join(', ') } };
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
): Found {
  const leftOut: LeftOut[] = [];
  const byHost = groupBy(kubernetes, ({ hostname }) => hostname);
  const kept: AmbientService[] = [];
  for (const group of groupBy(entries, ({ namespace, hostname }) => `${namespace}/${hostname}`).values()) {
    const [first] = group;
    const shadow = byHost.get(first!.hostname)?.find(({ namespace }) => isShadowed(first!, namespace, features));
    const chosen = chooseEntry(group, features, oracle);
    if (!shadow) kept.push(chosen);
    for (const service of group) {
      if (shadow || service !== chosen) leftOut.push(hiddenBy(shadow ?? chosen, service));
    }
  }
  return { services: [...kubernetes, ...kept], leftOut };
}

function hiddenBy(winner: AmbientService, { namespace, hostname, source }: AmbientService): LeftOut {
  const by = fieldOf(winner.source, 'metadata');
  return {
    ...{ namespace, hostname, source },
    reason: { code: 'hidden-from-ambient', by, args: { winner: serviceText(winner) } },
  };
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
  return (
    a.binding.waypoint === b.binding.waypoint &&
    a.ingressUsesWaypoint === b.ingressUsesWaypoint &&
    a.selectsGateways === b.selectsGateways
  );
}

function clusterIps({ spec = {} }: KubernetesService): string[] {
  const all = spec.clusterIPs?.length ? spec.clusterIPs : [spec.clusterIP ?? ''];
  return all.filter((ip) => ip !== '' && ip !== 'None');
}

/**
 * Undefined when istiod cannot tell one of them to ztunnel: the entry is unknown to ambient then. Up to 1.29 that is so of ranges
 * of several IPs. istiod 1.30 pilot/pkg/serviceregistry/ambient/helpers.go: toNetworkAddressFromCidr
 */
function knownAddresses(addresses: readonly string[], features: Features): string[] | undefined {
  const known = addresses.map((address) => (isIp(address) ? address : normalizeCidr(address)));
  const isKnown = (ip: string | undefined): ip is string =>
    ip !== undefined && (features.ambientRanges || !ip.includes('/'));
  return known.every(isKnown) ? known : undefined;
}
