import type { MeshModel } from '../model/mesh-model.js';
import type { Following, Status } from './protocol.js';

export function statusOf(model: MeshModel, following: Following): Status {
  const { ground, controlPlanes, gaps, resources } = model.snapshot;
  const istiods = controlPlanes.map(({ version, revision }) =>
    revision && revision !== 'default' ? `${version} (${revision})` : version,
  );
  return {
    source: ground.source,
    from: ground.from.join(', '),
    istiods: istiods.join(', '),
    objects: resources.length,
    gaps: gaps.filter(({ cause }) => cause !== 'not-installed').length,
    ...(ground.takenAt && { takenAt: ground.takenAt }),
    namespaces: [...new Set([...model.groups.values()].map(({ namespace }) => namespace))].sort(),
    following,
  };
}
