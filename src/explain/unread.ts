import { serviceHostname } from '../model/host.js';
import { fieldOf, type Resource } from '../model/resource.js';
import type { Mesh } from '../xds/mesh.js';
import type { Candidate } from './explanation.js';

/** Objects that claim a host and of which istiod makes no service: it does not read them, or cannot. */
export function unreadCandidates(host: string, { admitted, controlPlane, world }: Mesh): Candidate[] {
  const refused = admitted.refused
    .filter(({ resource }) => hostsOf(resource, controlPlane.domainSuffix).includes(host))
    .map(({ resource, reason }): Candidate => ({ ...dropped(resource, host), stage: 'discovery', reason }));
  const empty = world.registry.empty
    .filter((entry) => entry.host === host)
    .map(({ resource, reason }): Candidate => ({ ...dropped(resource, host), stage: 'registry', reason }));
  return [...refused, ...empty];
}

function hostsOf({ kind, metadata, spec }: Resource, domainSuffix: string): readonly unknown[] {
  if (kind === 'Service') return [serviceHostname(metadata.name, metadata.namespace ?? 'default', domainSuffix)];
  const hosts = kind === 'ServiceEntry' ? (spec as { hosts?: unknown } | undefined)?.hosts : undefined;
  return Array.isArray(hosts) ? hosts : [];
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
