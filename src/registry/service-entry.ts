import { distinct } from '../model/distinct.js';
import type { Features } from '../model/features.js';
import { isIp, normalizeCidr } from '../model/ip.js';
import type { ServiceEntry } from '../model/istio.js';
import type { Labels } from '../model/labels.js';
import { parseProtocol } from '../model/protocol.js';
import { createdAt } from '../model/resource.js';
import type { Resolution, Service } from '../model/service.js';

const RESOLUTIONS: Record<string, Resolution> = {
  NONE: 'Passthrough',
  STATIC: 'ClientSide',
  DNS: 'DNS',
  DNS_ROUND_ROBIN: 'DNSRoundRobin',
  DYNAMIC_DNS: 'DynamicDNS',
};

const RESOLUTION_NUMBERS = ['NONE', 'STATIC', 'DNS', 'DNS_ROUND_ROBIN', 'DYNAMIC_DNS'];

/**
 * The services that a ServiceEntry stands for: one per host and valid address (before 1.24.3 one per host).
 * None when it lists addresses and none of them is an IP or a CIDR.
 * istiod 1.28 pilot/pkg/serviceregistry/serviceentry/conversion.go: convertServices
 */
export function fromServiceEntry(
  object: ServiceEntry,
  features: Features,
  trafficDistribution: string | undefined,
): Service[] {
  const spec = object.spec ?? {};
  const meshExternal = isMeshExternal(spec.location);
  const addresses = listenAddresses(spec.addresses, features);
  const shared = {
    namespace: object.metadata.namespace ?? 'default',
    provider: 'External',
    resolution: resolutionOf(spec.resolution),
    meshExternal,
    ports: (spec.ports ?? []).map((port) => ({
      name: port.name ?? '',
      number: port.number,
      protocol: parseProtocol(port.protocol),
    })),
    exportTo: spec.exportTo?.length ? new Set(spec.exportTo) : undefined,
    labels:
      features.canonicalLabels && meshExternal
        ? canonicalLabels(object.metadata.name, object.metadata.labels)
        : object.metadata.labels,
    selector: spec.workloadSelector?.labels,
    created: createdAt(object),
    serviceAccounts: spec.subjectAltNames ?? [],
    aliases: [],
    nodeLocal: false,
    raceFirstConnect:
      features.connectStrategy &&
      object.metadata.annotations?.['istio.io/connect-strategy'] === 'RACE_FIRST_TCP_CONNECT',
    ...(trafficDistribution && { trafficDistribution }),
    source: object,
    ...(isAutoAllocated(object, features) && { autoAllocated: true as const }),
  } as const;
  const [hosts, each] = features.repeatedEntryHostsCountOnce
    ? [distinct(spec.hosts ?? []), distinct(addresses)]
    : [spec.hosts ?? [], addresses];
  return hosts.flatMap((hostname) =>
    each.map((address) => ({ ...shared, hostname, name: hostname, address, addresses: [] })),
  );
}

/**
 * Whether the entry has addresses that istiod chose: from 1.25 on its status says which.
 * istiod 1.28 pilot/pkg/networking/serviceentry/ip_autoallocation.go: ShouldV2AutoAllocateIP
 */
function isAutoAllocated({ metadata, spec, status }: ServiceEntry, features: Features): boolean {
  if (!features.ipAutoAllocation || spec?.addresses?.length || resolutionOf(spec?.resolution) === 'Passthrough')
    return false;
  if (metadata.labels?.['networking.istio.io/enable-autoallocate-ip'] === 'false') return false;
  return ((status as { addresses?: unknown[] } | undefined)?.addresses ?? []).length > 0;
}

export function resolutionOf(value: string | number | undefined): Resolution {
  const name = typeof value === 'number' ? RESOLUTION_NUMBERS[value] : value;
  return RESOLUTIONS[name ?? 'NONE'] ?? 'Passthrough';
}

function isMeshExternal(location: string | number | undefined): boolean {
  return location !== 'MESH_INTERNAL' && location !== 1;
}

function listenAddresses(addresses: readonly string[] | undefined, features: Features): string[] {
  if (!addresses?.length) return ['0.0.0.0'];
  const valid = addresses.flatMap((address) => (isIp(address) ? address : (normalizeCidr(address) ?? [])));
  return features.serviceEntryPerAddress ? valid : valid.slice(0, 1);
}

/** istiod 1.28 pkg/kube/labels/labels.go: CanonicalService */
function canonicalLabels(name: string, labels: Labels | undefined): Labels {
  const first = (...keys: string[]) => keys.map((key) => labels?.[key]).find((value) => value !== undefined);
  return {
    ...labels,
    'service.istio.io/canonical-name':
      first('service.istio.io/canonical-name', 'app.kubernetes.io/name', 'app') ?? name,
    'service.istio.io/canonical-revision':
      first('service.istio.io/canonical-revision', 'app.kubernetes.io/version', 'version') ?? 'latest',
  };
}
