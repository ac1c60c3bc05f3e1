import type { Loaded } from '../../sources/loaded.js';
import { Mesh } from '../../xds/mesh.js';
import { workloadNames, type Values } from './names.js';

/** What of a mesh a user may name. */
export function namesOf({ snapshot, namespace }: Loaded): Values {
  const [plane] = snapshot.controlPlanes;
  const hosts = plane ? [...new Mesh(snapshot, plane).world.registry.byHost.keys()] : [];
  const namespaces = snapshot.resources.flatMap(({ kind, metadata }) =>
    kind === 'Namespace' ? [metadata.name] : (metadata.namespace ?? []),
  );
  return {
    namespace,
    namespaces: [...new Set(namespaces)].sort(),
    workloads: workloadNames(snapshot),
    hosts: [...new Set(hosts)].sort(),
    revisions: snapshot.controlPlanes.flatMap(({ revision, tags }) => [revision || 'default', ...tags]),
  };
}
