import { serviceText } from '../model/service.js';
import type { Mesh } from '../xds/mesh.js';

/** For a Pod in ambient mode: which waypoint decides about requests to a host, if any. */
export function ambientNotes(host: string, { world }: Mesh): string[] {
  const { ambient } = world;
  if (!ambient) return ['istiod runs without PILOT_ENABLE_AMBIENT, so it tells ztunnel nothing.'];
  return (world.rowsByHost.get(host) ?? []).map((row) => {
    const name = serviceText(row);
    const known = ambient.of(row);
    if (!known) return `ztunnel does not know ${name}.`;
    const { waypoint } = known.binding;
    return waypoint
      ? `ztunnel sends requests to ${name} to waypoint ${waypoint.namespace}/${waypoint.name}, whose routes and policies decide.`
      : `ztunnel sends requests to ${name} straight to its endpoints: no waypoint stands between.`;
  });
}
