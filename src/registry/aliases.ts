import type { Alias, Service } from '../model/service.js';
import { compareText } from './creation-order.js';
import { add } from '../model/group.js';

/**
 * Hands every service the ExternalName Services that resolve to its host, through several hops; loops resolve to nothing.
 * A hop is looked up by hostname alone, so a target matches services of every namespace.
 * istiod 1.28 pilot/pkg/model/push_context.go: resolveServiceAliases
 */
export function withAliases(services: readonly Service[]): Service[] {
  const aliases = services.filter(({ resolution }) => resolution === 'Alias');
  if (aliases.length === 0) return [...services];
  const targets = new Map(aliases.map(({ hostname, externalName = '' }) => [hostname, externalName]));
  const byTarget = new Map<string, Alias[]>();
  for (const { namespace, hostname, externalName = '' } of aliases) {
    const target = resolve(hostname, externalName, targets);
    if (target === undefined) continue;
    add(byTarget, target, { namespace, hostname });
  }
  for (const list of byTarget.values()) {
    list.sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.hostname, b.hostname));
  }
  return services.map((service) => {
    const found = byTarget.get(service.hostname);
    return found ? { ...service, aliases: found } : service;
  });
}

function resolve(alias: string, first: string, targets: ReadonlyMap<string, string>): string | undefined {
  const seen = new Set([alias, first]);
  let target = first;
  for (let next = targets.get(target); next !== undefined; next = targets.get(target)) {
    if (seen.has(next)) return undefined;
    seen.add(next);
    target = next;
  }
  return target;
}
