import type { KubernetesService } from '../../model/kubernetes.js';
import type { Resource } from '../../model/resource.js';
import { findIstiods } from '../control-plane/find-istiods.js';

const NETWORK = 'topology.istio.io/network';
const EAST_WEST_PORT = 15443;

/** A note where the one cluster that was read says of itself that it belongs to a mesh of several. */
export function looksLikeSeveral(resources: readonly Resource[], context: string): string[] {
  const why = ownName(resources) ?? eastWestGateway(resources);
  if (why === undefined) return [];
  return [
    `${why}: where the mesh has further Kubernetes clusters, what they add is missing here; name each with --cluster-context NAME=CONTEXT (context ${context} was read)`,
  ];
}

function ownName(resources: readonly Resource[]): string | undefined {
  for (const { label, container } of findIstiods(resources)) {
    const name = container.env?.find((variable) => variable.name === 'CLUSTER_ID')?.value;
    if (name && name !== 'Kubernetes') return `${label} calls its cluster ${name} (CLUSTER_ID)`;
  }
  return undefined;
}

function eastWestGateway(resources: readonly Resource[]): string | undefined {
  const gateway = (resources.filter(({ kind }) => kind === 'Service') as KubernetesService[]).find(
    ({ metadata, spec }) =>
      metadata.labels?.[NETWORK] !== undefined && spec?.ports?.some(({ port }) => port === EAST_WEST_PORT),
  );
  if (!gateway) return undefined;
  return `Service ${gateway.metadata.namespace ?? ''}/${gateway.metadata.name} is a gateway to network ${gateway.metadata.labels![NETWORK]!}`;
}
