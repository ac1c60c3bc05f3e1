import type { Sidecar } from '../model/istio.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import { fieldOf } from '../model/resource.js';
import { hasSelector } from '../scope/sidecar-choice.js';
import type { Mesh } from '../xds/mesh.js';
import type { SidecarFate } from './explanation.js';

/** Every Sidecar that could govern a proxy and what became of it, those included that this istiod does not read. */
export function sidecarFates(mesh: Mesh, proxy: Proxy): SidecarFate[] {
  if (proxy.type !== 'sidecar') return [];
  const read = mesh.world.sidecars.candidates(proxy).map(({ sidecar, outcome, by }): SidecarFate => {
    return { namespace: sidecar.metadata.namespace ?? 'default', name: sidecar.metadata.name, outcome, by };
  });
  const { rootNamespace } = mesh.controlPlane.meshConfig;
  const unread = mesh.admitted.refused.flatMap(({ resource, reason }): SidecarFate[] => {
    const sidecar = resource as Sidecar;
    const { name, namespace = 'default' } = sidecar.metadata;
    const meant =
      sidecar.kind === 'Sidecar' &&
      (namespace === proxy.namespace || (namespace === rootNamespace && !hasSelector(sidecar))) &&
      selects(sidecar.spec?.workloadSelector?.labels, proxy.labels);
    return meant ? [{ namespace, name, outcome: 'not-read', by: fieldOf(sidecar, ''), reason }] : [];
  });
  return [...read, ...unread];
}
