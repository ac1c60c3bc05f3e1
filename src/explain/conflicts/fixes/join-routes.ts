import type { HttpRoute, VirtualService } from '../../../model/istio.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';
import type { Conflict } from '../conflict.js';
import { claimantsOf } from './claimants.js';

/** Writes the HTTP routes of the VirtualServices that are ignored before the last route of the first, and removes them. */
export function joinRoutes(conflict: Conflict, mesh: Mesh): ObjectChange[][] {
  const objects = claimantsOf(conflict, mesh).map(({ object }) => object);
  const [first, ...others] = objects as VirtualService[];
  if (!first || others.length === 0 || !objects.every(isPlain)) return [];
  const alike = others.every(
    (other) =>
      other.metadata.namespace === first.metadata.namespace &&
      sameList(other.spec?.hosts, first.spec?.hosts) &&
      sameList(other.spec?.gateways, first.spec?.gateways),
  );
  if (!alike) return [];
  const own = first.spec?.http ?? [];
  const special = others.flatMap(({ spec }) => (spec?.http ?? []).filter((route) => !isLast(route)));
  const last = own.findIndex(isLast);
  const fallback = last >= 0 ? [] : others.flatMap(({ spec }) => (spec?.http ?? []).filter(isLast)).slice(0, 1);
  const http = last >= 0 ? [...own.slice(0, last), ...special, ...own.slice(last)] : [...own, ...special, ...fallback];
  const names = others.map(({ metadata }) => metadata.name).join(', ');
  const remove = others.map((other): ObjectChange => ({ summary: `remove ${nameOf(other)}`, before: other }));
  if (http.length === own.length) return [remove];
  const join: ObjectChange = {
    summary: `write the routes of ${names} into ${nameOf(first)}`,
    before: first,
    after: { ...first, spec: { ...first.spec, http } },
  };
  return [[join, ...remove]];
}

/** Routes of the Gateway API, and those of other protocols, are joined by hand. */
function isPlain(object: { kind: string; spec?: unknown }): boolean {
  const { tcp = [], tls = [], hosts = [] } = (object as VirtualService).spec ?? {};
  return object.kind === 'VirtualService' && tcp.length + tls.length === 0 && hosts.length === 1;
}

/** A route that takes every request: nothing after it is reached. */
function isLast({ match = [] }: HttpRoute): boolean {
  return match.length === 0;
}

function sameList(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}
