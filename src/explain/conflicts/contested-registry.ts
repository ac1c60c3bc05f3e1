import { serviceHostname } from '../../model/host.js';
import type { ControlPlane } from '../../model/control-plane.js';
import type { ServiceEntry } from '../../model/istio.js';
import type { KubernetesService } from '../../model/kubernetes.js';
import type { Resource } from '../../model/resource.js';
import type { Oracle } from '../../model/undetermined.js';
import type { Admitted } from '../../registry/admit.js';
import { buildRegistry, type Registry } from '../../registry/registry.js';
import type { Mesh } from '../../xds/mesh.js';

/**
 * The registry of the objects that hold some hosts, without endpoints. What a proxy sees of a host depends on the objects of
 * that host alone, so that scopes computed on it are right for these hosts, at a fraction of the cost.
 */
export function contestedRegistry(mesh: Mesh, hosts: ReadonlySet<string>, oracle: Oracle): Registry {
  const { controlPlane, features } = mesh;
  const clusters = mesh.clusters.map((cluster) => ({
    ...cluster,
    admitted: narrowed(cluster.admitted, hosts, controlPlane),
  }));
  return buildRegistry(clusters, mesh.snapshot.remotesInOrder ?? false, controlPlane, features, oracle);
}

function narrowed(admitted: Admitted, hosts: ReadonlySet<string>, controlPlane: ControlPlane): Admitted {
  const services = admitted
    .of<KubernetesService>('Service')
    .filter(({ metadata }) =>
      hosts.has(serviceHostname(metadata.name, metadata.namespace ?? 'default', controlPlane.domainSuffix)),
    );
  const entries = admitted
    .of<ServiceEntry>('ServiceEntry')
    .filter(({ spec }) => (spec?.hosts ?? []).some((host) => hosts.has(host)));
  const held: Record<string, readonly Resource[]> = { Service: services, ServiceEntry: entries };
  return {
    ...admitted,
    of: <T extends Resource>(kind: string) => (held[kind] ?? []) as readonly T[],
  };
}
