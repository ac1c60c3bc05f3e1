import { clusterSetHostname, serviceHostname } from '../../model/host.js';
import type { BackendReference, GatewayRoute } from '../../model/gateway-api.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf } from '../../model/resource.js';
import type { RouteDestination } from '../virtual-service.js';
import type { ConversionContext } from './context.js';
import { isGranted } from './reference-grants.js';

/** What a reference to a backend comes to. */
export interface Backend {
  /** The host that it means, whether it may name it or not; absent when it means none. */
  host?: string;
  /** Absent when the reference is refused. */
  destination?: RouteDestination;
  /** The backend is refused or not there: a route goes on without it, a mirror does not. */
  problem?: BackendProblem;
  /** The reference is malformed, and takes the whole route along. */
  fatal?: true;
}

export type BackendProblem = 'backend-not-granted' | 'backend-not-found' | 'backend-kind' | 'backend-malformed';

/** Looks a backend up, and takes note of one that is refused or not there. */
export function backendOf(
  ref: BackendReference,
  route: GatewayRoute,
  path: string,
  mesh: boolean,
  context: ConversionContext,
): Backend {
  const found = findBackend(ref, route, path, mesh, context);
  if (found.problem) refuseBackend(found.problem, found.host, ref, route, path, context);
  return found;
}

/** Backends of weight 0 count as absent. istiod 1.28 …/conversion.go: buildHTTPDestination, buildTCPDestination */
export function refuseWithoutWeight(
  ref: BackendReference,
  route: GatewayRoute,
  path: string,
  context: ConversionContext,
): void {
  const { host } = meant(ref, route.metadata.namespace ?? 'default', context);
  refuseBackend('backend-weight-zero', host, ref, route, `${path}.weight`, context);
}

function refuseBackend(
  code: BackendProblem | 'backend-weight-zero',
  host: string | undefined,
  ref: BackendReference,
  route: GatewayRoute,
  path: string,
  { refuse }: ConversionContext,
): void {
  const reason: Reason = { code, by: fieldOf(route, path), args: { backend: backendText(ref), port: ref.port ?? 0 } };
  refuse({ object: route, ...(host !== undefined && { host }), reason });
}

export function backendText({ namespace, name }: BackendReference): string {
  return namespace ? `${namespace}/${name}` : name;
}

/**
 * Grants are asked for routes of Gateways only: `mesh` routes may name any Service, and hostnames need none.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: buildDestination
 */
export function findBackend(
  ref: BackendReference,
  route: GatewayRoute,
  path: string,
  mesh: boolean,
  context: ConversionContext,
): Backend {
  const own = route.metadata.namespace ?? 'default';
  const { kind = 'Service', group = '', namespace = own, name, port } = ref;
  const { host, problem } = meant(ref, own, context);
  const about = host !== undefined && { host };
  if (!mesh && namespace !== own) {
    const isFree = group === '' && isGranted({ kind: route.kind, namespace: own }, { kind, name, namespace }, context);
    if (!isFree) return { ...about, problem: 'backend-not-granted' };
  }
  if (problem === 'backend-kind') return { problem };
  if (host === undefined || port === undefined) return { ...about, problem: 'backend-malformed', fatal: true };
  const destination = { host, subset: '', port, by: () => fieldOf(route, `${path}.name`) };
  const isThere = exists(group, host, namespace, ref, context);
  return { host, destination, ...(!isThere && { problem: 'backend-not-found' }) };
}

/** The host that a reference means, whether it may name it or not. */
export function meant(
  { name, namespace: named, kind = 'Service', group = '' }: BackendReference,
  own: string,
  { controlPlane, features }: Pick<ConversionContext, 'controlPlane' | 'features'>,
): { host?: string; problem?: BackendProblem } {
  // A file may hold what the API server would not take.
  if (!name) return { problem: 'backend-malformed' };
  const namespace = named ?? own;
  const ofService = () => serviceHostname(name, namespace, controlPlane.domainSuffix);
  if (group === '' && kind === 'Service') {
    return name.includes('.') ? { problem: 'backend-malformed' } : { host: ofService() };
  }
  if (group === 'networking.istio.io' && kind === 'Hostname') {
    return named === undefined ? { host: name } : { problem: 'backend-malformed' };
  }
  if (group === 'multicluster.x-k8s.io' && kind === 'ServiceImport') {
    return { host: features.clusterSetHosts ? clusterSetHostname(name, namespace) : ofService() };
  }
  return { problem: 'backend-kind' };
}

/** A hostname must be one of the route's own namespace, whoever sees it. …/context.go: GetService */
function exists(
  group: string,
  host: string,
  namespace: string,
  { name }: BackendReference,
  context: ConversionContext,
) {
  if (group === 'networking.istio.io') return context.registry.byHost.get(host)?.has(namespace) ?? false;
  return context.services.has(`${namespace}/${name}`);
}
