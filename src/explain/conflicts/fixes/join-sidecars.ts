import type { EgressListener, Sidecar } from '../../../model/istio.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf } from './claimants.js';

/** Removes Sidecars that govern nobody, after what they import was written into the one that governs. */
export function joinSidecars(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const objects = claimantsOf(conflict, mesh).flatMap(({ object }) =>
    object.kind === 'Sidecar' ? [object as Sidecar] : [],
  );
  const governing = new Set(mesh.proxies.map((proxy) => mesh.world.sidecars.governing(proxy)));
  const [winner] = objects;
  const later = objects.filter((object) => object !== winner && !governing.has(object));
  if (!winner || later.length === 0) return [];
  const remove = later.map((object): ObjectChange => ({ summary: `remove ${nameOf(object)}`, before: object }));
  const egress = later.reduce(
    (listeners, { spec }) => withAll(listeners, spec?.egress),
    [...(winner.spec?.egress ?? [])],
  );
  // Without egress listeners a Sidecar imports everything already.
  const lacks =
    (winner.spec?.egress ?? []).length > 0 && JSON.stringify(egress) !== JSON.stringify(winner.spec?.egress);
  if (!lacks) return [remove];
  const names = later.map(({ metadata }) => metadata.name).join(', ');
  const join: ObjectChange = {
    summary: `add the egress hosts of ${names} to ${nameOf(winner)}`,
    before: winner,
    after: { ...winner, spec: { ...winner.spec, egress } },
  };
  return [[join, ...remove]];
}

/** Listeners of one port and address join; hosts that are there already are not repeated. */
function withAll(listeners: readonly EgressListener[], further: readonly EgressListener[] = []): EgressListener[] {
  return further.reduce<EgressListener[]>(
    (all, listener) => {
      const index = all.findIndex((known) => placeOf(known) === placeOf(listener));
      if (index < 0) return [...all, listener];
      const hosts = [...new Set([...(all[index]!.hosts ?? []), ...(listener.hosts ?? [])])];
      return all.map((known, i) => (i === index ? { ...known, hosts } : known));
    },
    [...listeners],
  );
}

function placeOf({ port, bind = '', captureMode = 'DEFAULT' }: EgressListener): string {
  return JSON.stringify([port?.number ?? 0, bind, captureMode]);
}
