import { API_VERSION } from '../model/api-version.js';
import type { Mesh } from '../xds/mesh.js';
import { ambientNotes } from './ambient-notes.js';
import type { Explanation } from './explanation.js';
import { groundOf } from './ground.js';
import type { NotProxy } from './proxy-of-workload.js';

/** The answer for a workload that istiod sends no clusters: no host is in its CDS, and why. */
export function withoutProxy(
  mesh: Mesh,
  workload: { name: string; namespace: string; text: string; notProxy: NotProxy },
  hosts: readonly string[],
): Explanation[] {
  return hosts.map((host) => ({
    apiVersion: API_VERSION,
    kind: 'Explanation',
    proxy: { name: workload.name, namespace: workload.namespace, type: 'none' },
    host,
    verdict: 'absent',
    clusters: [],
    candidates: [],
    walk: [],
    undetermined: [],
    sidecars: [],
    notes: [workload.text, ...(workload.notProxy === 'ambient' ? ambientNotes(host, mesh) : [])],
    gaps: [],
    ground: groundOf(mesh.snapshot, mesh.controlPlane),
  }));
}
