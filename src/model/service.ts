import { isWildcard } from './host.js';
import type { Labels } from './labels.js';
import type { Protocol } from './protocol.js';
import type { Resource } from './resource.js';

/** A row of istiod's service registry, from a Kubernetes Service or one host (and address) of a ServiceEntry. */
export interface Service {
  hostname: string;
  namespace: string;
  /** istiod's Attributes.Name: the short name of a Kubernetes Service, the whole host of a ServiceEntry. It breaks ties. */
  name: string;
  provider: Provider;
  resolution: Resolution;
  meshExternal: boolean;
  ports: readonly Port[];
  /** Undefined when the object says nothing, so that the mesh default holds. */
  exportTo: ReadonlySet<string> | undefined;
  labels: Labels | undefined;
  selector: Labels | undefined;
  /** Whole seconds since the epoch. */
  created: number;
  /** `0.0.0.0` when the service has none. */
  address: string;
  /** Every cluster IP of a Kubernetes Service, when it has any. */
  addresses: readonly string[];
  serviceAccounts: readonly string[];
  /** The host that an ExternalName Service stands for. */
  externalName?: string;
  /** ExternalName Services that resolve to this host, as `namespace/host`, sorted. */
  aliases: readonly Alias[];
  nodeLocal: boolean;
  /** The value that istiod understood of trafficDistribution. */
  trafficDistribution?: string;
  raceFirstConnect: boolean;
  /** istiod gave a ServiceEntry without addresses one of its own. */
  autoAllocated?: true;
  /** The Kubernetes cluster that it was read from, in a mesh of several. */
  cluster?: string;
  /** Copies of later Kubernetes clusters: of them only addresses and endpoints count. */
  copies?: readonly Service[];
  source: Resource;
  /** Ports were trimmed or merged by a scope: the row it was copied from. */
  original?: Service;
}

export type Provider = 'Kubernetes' | 'External';

/** In the order of istiod's numbers. istiod 1.28 pilot/pkg/model/service.go: Resolution */
export const RESOLUTIONS = ['ClientSide', 'DNS', 'Passthrough', 'DNSRoundRobin', 'Alias', 'DynamicDNS'] as const;

export type Resolution = (typeof RESOLUTIONS)[number];

export interface Port {
  name: string;
  number: number;
  protocol: Protocol;
}

export interface Alias {
  namespace: string;
  hostname: string;
}

export function isKubernetes(service: Service): boolean {
  return service.provider === 'Kubernetes';
}

export function isDns(service: Service): boolean {
  return service.resolution === 'DNS' || service.resolution === 'DNSRoundRobin';
}

/** Wildcards of DYNAMIC_DNS: Envoy resolves the host of each request. */
export function isDynamicWildcard({ resolution, hostname }: Pick<Service, 'resolution' | 'hostname'>): boolean {
  return resolution === 'DynamicDNS' && isWildcard(hostname);
}

/** The object behind a service, for people: `ServiceEntry shop/partner`. */
export function serviceText({ source, namespace }: Pick<Service, 'source' | 'namespace'>): string {
  return `${source.kind} ${namespace}/${source.metadata.name}`;
}

export function serviceKey(service: Service): string {
  return `${service.namespace}/${service.hostname}`;
}

/** The registry's own row behind a copy that a scope trimmed or merged. */
export function originalOf(service: Service): Service {
  return service.original ?? service;
}

export function withPorts(service: Service, ports: readonly Port[]): Service {
  return { ...service, ports, original: originalOf(service) };
}
