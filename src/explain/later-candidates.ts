import { add } from '../model/group.js';
import { fieldOf } from '../model/resource.js';
import type { Mesh } from '../xds/mesh.js';
import { serviceRef } from './candidates.js';
import type { Candidate } from './explanation.js';

/** By host: Services that an earlier Kubernetes cluster has too, and what of them does not count. */
export function laterByHost({ world }: Mesh): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const { service, reason } of world.registry.later) {
    add(found, service.hostname, {
      service: serviceRef(service),
      source: fieldOf(service.source, ''),
      outcome: 'dropped',
      stage: 'registry',
      reason,
      notes: [],
    });
  }
  return found;
}
