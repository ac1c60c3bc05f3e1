import { fieldOf } from '../model/resource.js';
import type { Mesh } from '../xds/mesh.js';
import { serviceRef } from './candidates.js';
import type { Candidate } from './explanation.js';

/** Services of a host that an earlier Kubernetes cluster has too, and what of them does not count. */
export function laterCandidates(host: string, { world }: Mesh): Candidate[] {
  return world.registry.later
    .filter(({ service }) => service.hostname === host)
    .map(({ service, reason }): Candidate => ({
      service: serviceRef(service),
      source: fieldOf(service.source, ''),
      outcome: 'dropped',
      stage: 'registry',
      reason,
      notes: [],
    }));
}
