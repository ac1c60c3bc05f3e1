import { clusterIdOf, type ControlPlane } from '../model/control-plane.js';
import { apiGroup, type Resource } from '../model/resource.js';
import type { Gap, Ground, InvalidValue, RemoteCluster } from '../model/snapshot.js';
import { findIstiods } from './control-plane/find-istiods.js';
import { readControlPlanes } from './control-plane/read-control-planes.js';
import { kindInfo } from './kinds.js';
import type { Loaded, ReadFlags } from './loaded.js';
import { validate } from './validate/validate.js';

/** What a source found, before control planes are read and values are checked. */
export interface Found {
  resources: readonly Resource[];
  /** What the reader calls the cluster of these objects, in a mesh of several, and the other clusters. */
  configCluster?: string;
  remotes?: readonly RemoteCluster[];
  /** The remotes stand in the order in which istiod got to know them. */
  remotesInOrder?: boolean;
  ground: Ground;
  namespace: string;
  gaps: readonly Gap[];
  /** Values that were reported when the mesh was first read, and whose fields are gone since. */
  invalid?: readonly InvalidValue[];
  notes: readonly string[];
  locate: Loaded['locate'];
  flags: ReadFlags;
}

/** The steps that live reading and file reading share. */
export async function assemble(found: Found): Promise<Loaded> {
  const { resources: all, invalid } = validate(found.resources);
  const resources = all.filter(isRead);
  const planes = await readControlPlanes(resources, found.flags);
  const reported = new Map(
    [...(found.invalid ?? []), ...invalid, ...planes.invalid].map((value) => [
      JSON.stringify([value.at, value.message]),
      value,
    ]),
  );
  const located = [...reported.values()].map((value) => ({
    ...value,
    at: { ...value.at, ...found.locate(value.at) },
  }));
  return {
    snapshot: {
      resources,
      ...severalClusters(found),
      controlPlanes: planes.controlPlanes,
      gaps: [...found.gaps],
      invalid: located,
      ground: found.ground,
    },
    notes: [...found.notes, ...planes.notes, ...otherPrimaries(found, planes.controlPlanes[0]!)],
    namespace: found.namespace,
    locate: found.locate,
  };
}

/** Files may hold kinds of other groups that share a name with one that istiod reads: Services of Knative, say. */
function isRead(resource: Resource): boolean {
  return kindInfo(apiGroup(resource), resource.kind) !== undefined;
}

/** An istiod in a remote cluster serves the proxies there, from a registry in which that cluster comes first. */
function otherPrimaries({ remotes = [], configCluster }: Found, plane: ControlPlane): string[] {
  const own = configCluster ?? clusterIdOf(plane);
  return remotes
    .filter(({ resources }) => findIstiods(resources).length > 0)
    .map(
      ({ name }) =>
        `cluster ${name} has an istiod of its own, which its proxies ask; answers here are of the one in ${own}: name ${name} first to ask the other`,
    );
}

/** Objects of remote clusters are marked, so that references to them say where they are. */
function severalClusters({ configCluster, remotes, remotesInOrder = false }: Found) {
  if (!remotes) return {};
  return {
    ...(configCluster !== undefined && { configCluster }),
    remotes: remotes.map(({ name, resources }) => ({
      name,
      resources: validate(resources)
        .resources.filter(isRead)
        .map((resource) => ({ ...resource, remoteCluster: name })),
    })),
    remotesInOrder,
  };
}
