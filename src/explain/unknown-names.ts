import { hides } from '../model/gap.js';
import type { Mesh } from '../xds/mesh.js';
import { distance, nearMisses } from './near-misses.js';
import { reasonText } from './reason-text.js';
import { unreadByHost } from './unread.js';

/** What to say where the registry has none of the hosts that are asked for: who would have them, or which are meant. */
export function unknownHost(mesh: Mesh, hosts: readonly string[]): string[] {
  const { byHost } = mesh.world.registry;
  const [host] = hosts;
  if (host === undefined || hosts.some((one) => byHost.has(one))) return [];
  const unread = (unreadByHost(mesh).get(host) ?? []).map(({ source: { kind, namespace, name }, reason }) => {
    return `${kind} ${namespace}/${name} has it: ${reason ? reasonText(reason) : 'it is not read'}`;
  });
  const near = unread.length > 0 ? [] : nearMisses(host, byHost.keys(), mesh).map(({ text }) => text);
  return [`nothing in the registry has host ${host}`, ...unread, ...near];
}

/** What to say where nothing that was read is in a namespace. Where not all may be seen, nobody knows. */
export function unknownNamespace({ snapshot }: Mesh, namespace: string | undefined): string[] {
  if (namespace === undefined || snapshot.gaps.some((gap) => hides(gap, 'Namespace'))) return [];
  const known = new Set<string>();
  for (const { resources } of [snapshot, ...(snapshot.remotes ?? [])]) {
    for (const { kind, metadata } of resources)
      known.add((kind === 'Namespace' ? metadata.name : metadata.namespace) ?? '');
  }
  if (known.has(namespace)) return [];
  const near = [...known].filter((name) => distance(name, namespace, 2) <= 2).sort();
  return [`there is no namespace ${namespace}`, ...(near.length > 0 ? [`did you mean ${near.join(' or ')}?`] : [])];
}
