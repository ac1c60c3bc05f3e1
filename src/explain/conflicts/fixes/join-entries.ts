import type { ServiceEntry } from '../../../model/istio.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf } from './claimants.js';
import { removeHost } from './remove-host.js';

/** Writes the ports and endpoints of all into the entry that comes first, and takes the host out of the others. */
export function joinEntries(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const [first, ...others] = entriesOf(conflict, mesh);
  if (!first || others.length === 0 || !others.every((other) => canJoin(first, other))) return [];
  const ports = [...(first.spec?.ports ?? [])];
  for (const port of others.flatMap(({ spec }) => spec?.ports ?? []))
    if (!ports.some(({ number }) => number === port.number)) ports.push(port);
  const known = new Set((first.spec?.endpoints ?? []).map((endpoint) => JSON.stringify(endpoint)));
  const endpoints = [...(first.spec?.endpoints ?? [])];
  for (const endpoint of others.flatMap(({ spec }) => spec?.endpoints ?? [])) {
    if (known.has(JSON.stringify(endpoint))) continue;
    known.add(JSON.stringify(endpoint));
    endpoints.push(endpoint);
  }
  const after = { ...first, spec: { ...first.spec, ports, ...(endpoints.length > 0 && { endpoints }) } };
  const names = others.map(({ metadata }) => metadata.name).join(', ');
  const joined = { summary: `write the ports and endpoints of ${names} into ${nameOf(first)}`, before: first, after };
  return [[joined, ...others.map((other) => removeHost(other, conflict.host))]];
}

/** Leaves the host to the entry that holds it. */
export function keepFirstEntry(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const [, ...others] = entriesOf(conflict, mesh);
  return [others.map((other) => removeHost(other, conflict.host))];
}

function entriesOf(conflict: Conflict, mesh: Mesh): ServiceEntry[] {
  return claimantsOf(conflict, mesh).flatMap(({ object }) =>
    object.kind === 'ServiceEntry' ? [object as ServiceEntry] : [],
  );
}

/** Entries of several hosts would give their ports to all of these; without endpoints the host itself is one. */
function canJoin({ spec: a = {}, metadata }: ServiceEntry, { spec: b = {}, metadata: other }: ServiceEntry): boolean {
  const same = (field: 'resolution' | 'workloadSelector' | 'location') =>
    JSON.stringify(a[field] ?? null) === JSON.stringify(b[field] ?? null);
  return (
    metadata.namespace === other.namespace &&
    a.hosts?.length === 1 &&
    same('resolution') &&
    same('workloadSelector') &&
    same('location') &&
    (a.endpoints ?? []).length > 0 === (b.endpoints ?? []).length > 0
  );
}
