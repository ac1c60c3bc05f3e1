import { add } from '../model/group.js';
import { serviceHostname } from '../model/host.js';
import { fieldOf, type Resource } from '../model/resource.js';
import type { Mesh } from '../xds/mesh.js';
import type { Candidate } from './explanation.js';

/** By host: objects that claim it and of which istiod makes no service, since it does not read them, or cannot. */
export function unreadByHost({ admitted, controlPlane, world }: Mesh): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const { resource, reason } of admitted.refused) {
    for (const host of new Set(hostsOf(resource, controlPlane.domainSuffix)))
      add(found, host, { ...dropped(resource, host), stage: 'discovery', reason });
  }
  for (const { resource, host, reason } of world.registry.empty)
    add(found, host, { ...dropped(resource, host), stage: 'registry', reason });
  return found;
}

function hostsOf({ kind, metadata, spec }: Resource, domainSuffix: string): readonly string[] {
  if (kind === 'Service') return [serviceHostname(metadata.name, metadata.namespace ?? 'default', domainSuffix)];
  const hosts = kind === 'ServiceEntry' ? (spec as { hosts?: unknown } | undefined)?.hosts : undefined;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
}

function dropped(resource: Resource, hostname: string): Pick<Candidate, 'service' | 'source' | 'outcome' | 'notes'> {
  const { name, namespace = 'default' } = resource.metadata;
  const provider = resource.kind === 'Service' ? 'Kubernetes' : 'External';
  return {
    service: { provider, namespace, name, hostname },
    source: fieldOf(resource, ''),
    outcome: 'dropped',
    notes: [],
  };
}
