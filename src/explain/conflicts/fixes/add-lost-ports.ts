import type { KubernetesService } from '../../../model/kubernetes.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';

/**
 * Gives the copy that decides the ports that only later copies have, so that they get clusters, with the endpoints of those
 * copies. Not where a number is taken: no Service has one twice.
 */
export function addLostPorts({ host }: Conflict, { world }: Mesh): ObjectChange[][] {
  const copies = world.registry.later.filter(({ service, ports }) => service.hostname === host && ports);
  const before = copies[0]?.first.source as KubernetesService | undefined;
  if (!before) return [];
  const ports = [...(before.spec?.ports ?? [])];
  const taken = (port: { port: number }) => ports.some((known) => known.port === port.port);
  const lost = new Set(copies.flatMap((copy) => copy.ports ?? []));
  const added = copies
    .flatMap(({ service }) => (service.source as KubernetesService).spec?.ports ?? [])
    .filter((port) => lost.has(port.port))
    .filter((port) => !taken(port) && ports.push(port));
  if (added.length === 0) return [];
  const numbers = added.map(({ name, port }) => `${port} (${name ?? 'no name'})`).join(', ');
  const cluster = copies[0]!.first.cluster;
  const summary = `add ${added.length === 1 ? 'port' : 'ports'} ${numbers} to ${nameOf(before)} of cluster ${cluster ?? ''}`;
  return [[{ summary, before, after: { ...before, spec: { ...before.spec, ports } } }]];
}
