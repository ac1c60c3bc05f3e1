import type { Resource } from '../../../model/resource.js';
import type { Mesh } from '../../../xds/mesh.js';
import type { Claim, Conflict } from '../conflict.js';

/** An object that claims, and the namespaces in which some proxy has it as the winner. */
export interface Claimant {
  object: Resource;
  winsIn: Set<string>;
}

/** The objects of a conflict, those first that win somewhere. Objects of other Kubernetes clusters cannot be changed here. */
export function claimantsOf({ views }: Conflict, mesh: Mesh): Claimant[] {
  const found = new Map<Resource, Claimant>();
  const note = (claim: Claim): Claimant | undefined => {
    const object = objectOf(claim, mesh);
    if (!object) return undefined;
    const claimant = found.get(object) ?? { object, winsIn: new Set<string>() };
    found.set(object, claimant);
    return claimant;
  };
  for (const { winner, namespaces } of views) {
    if (!winner) continue;
    for (const namespace of namespaces) note(winner)?.winsIn.add(namespace);
  }
  for (const { losers } of views) for (const loser of losers) note(loser);
  return [...found.values()];
}

function objectOf({ kind, namespace, name, cluster }: Claim, { admitted }: Mesh): Resource | undefined {
  if (cluster !== undefined) return undefined;
  return admitted
    .of<Resource>(kind)
    .find(({ metadata }) => metadata.name === name && (metadata.namespace ?? 'default') === namespace);
}
