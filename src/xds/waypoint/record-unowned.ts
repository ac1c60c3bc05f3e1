import type { Proxy } from '../../model/proxy.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf } from '../../model/resource.js';
import { originalOf, serviceKey, type Service } from '../../model/service.js';
import type { AmbientIndex } from '../../registry/ambient/ambient-index.js';
import type { AmbientService } from '../../registry/ambient/ambient-services.js';
import type { Scope, ScopeRecorder } from '../../scope/scope.js';

/** Says of every service of a waypoint's scope that has no cluster why it is not owned, and of owned ones what they lack. */
export function recordUnowned(
  proxy: Proxy,
  scope: Scope,
  owned: readonly Service[],
  outbound: readonly Service[],
  ambient: AmbientIndex | undefined,
  recorder: ScopeRecorder,
): void {
  const drop = (service: Service, reason: Reason) =>
    recorder.drop({ service: originalOf(service), stage: 'waypoint', reason });
  const hidden = new Map(ambient?.hidden.map(({ service, behind }) => [service.source, behind]));
  const ownedHosts = new Set(owned.map(({ hostname }) => hostname));
  const sent = new Set(outbound);
  for (const service of scope.services) {
    if (ownedHosts.has(service.hostname) || sent.has(service)) continue;
    drop(service, whyNotOwned(service, ambient?.of(service), hidden.get(originalOf(service).source), proxy));
  }
  for (const service of owned) {
    const { binding } = ambient!.of(service)!;
    if (binding.by) recorder.enter({ service, listener: 0, by: binding.by, via: 'waypoint' });
    const held = scope.byHost.get(service.hostname);
    if (held && serviceKey(held) === serviceKey(service)) continue;
    const args = { held: held ? serviceKey(held) : 'none' };
    drop(service, { code: 'owned-but-not-in-scope', by: fieldOf(service.source, 'metadata'), args });
  }
}

function whyNotOwned(
  service: Service,
  known: AmbientService | undefined,
  behind: AmbientService | undefined,
  proxy: Proxy,
): Reason {
  if (behind) {
    const args = { winner: `${behind.source.kind} ${behind.namespace}/${behind.source.metadata.name}` };
    return { code: 'hidden-from-ambient', by: fieldOf(behind.source, 'metadata'), args };
  }
  const { refusal, waypoint, by } = known?.binding ?? {};
  if (refusal) return refusal;
  if (waypoint) {
    const args = { waypoint: `${waypoint.namespace}/${waypoint.name}`, own: `${proxy.namespace}/${proxy.name}` };
    return { code: 'other-waypoint', ...(by && { by }), args };
  }
  return { code: 'no-waypoint', by: fieldOf(service.source, 'metadata.labels["istio.io/use-waypoint"]'), args: {} };
}
