import { clusterSetHostname, serviceHostname } from '../../model/host.js';
import type { BackendReference, GatewayRoute } from '../../model/gateway-api.js';
import type { ReasonCode } from '../../model/reasons.js';
import { fieldOf } from '../../model/resource.js';
import type { RouteDestination } from '../virtual-service.js';
import type { ConversionContext } from './context.js';
import { isGranted } from './reference-grants.js';

/** What a reference to a backend comes to. */
export interface Backend {
  /** Absent when the reference is refused. */
  destination?: RouteDestination;
  /** The backend is refused or not there: a route goes on without it, a mirror does not. */
  problem?: ReasonCode;
  /** The reference is malformed, and takes the whole route along. */
  fatal?: true;
}

/**
 * Grants are asked for routes of Gateways only: `mesh` routes may name any Service, and hostnames need none.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: buildDestination
 */
export function backendOf(
  ref: BackendReference,
  route: GatewayRoute,
  path: string,
  mesh: boolean,
  context: ConversionContext,
): Backend {
  const found = resolve(ref, route, path, mesh, context);
  if (found.problem) {
    const by = fieldOf(route, path);
    const host = found.destination?.host ?? namedHost(ref, route.metadata.namespace ?? 'default', context);
    const args = { backend: `${ref.namespace ? `${ref.namespace}/` : ''}${ref.name}`, port: ref.port ?? 0 };
    context.refuse({ object: route, ...(host !== undefined && { host }), reason: { code: found.problem, by, args } });
  }
  return found;
}

/** The host that a reference means, whether it may name it or not. */
export function namedHost(
  ref: BackendReference,
  own: string,
  context: Pick<ConversionContext, 'controlPlane' | 'features'>,
): string | undefined {
  const host = hostOf(ref.group ?? '', ref.kind ?? 'Service', ref, ref.namespace ?? own, context);
  return host === 'malformed' ? undefined : host;
}

function resolve(
  ref: BackendReference,
  route: GatewayRoute,
  path: string,
  mesh: boolean,
  context: ConversionContext,
): Backend {
  const own = route.metadata.namespace ?? 'default';
  const kind = ref.kind ?? 'Service';
  const group = ref.group ?? '';
  const namespace = ref.namespace ?? own;
  if (!mesh && namespace !== own) {
    const to = { kind, name: ref.name, namespace };
    if (group !== '' || !isGranted({ kind: route.kind, namespace: own }, to, context)) {
      return { problem: 'backend-not-granted' };
    }
  }
  const host = hostOf(group, kind, ref, namespace, context);
  if (host === 'malformed') return { problem: 'backend-malformed', fatal: true };
  if (host === undefined) return { problem: 'backend-kind' };
  if (ref.port === undefined) return { problem: 'backend-malformed', fatal: true };
  const by = () => fieldOf(route, `${path}.name`);
  const destination: RouteDestination = { host, subset: '', port: ref.port, by };
  return exists(group, host, namespace, ref, context) ? { destination } : { destination, problem: 'backend-not-found' };
}

function hostOf(
  group: string,
  kind: string,
  { name, namespace: named }: BackendReference,
  namespace: string,
  { controlPlane, features }: Pick<ConversionContext, 'controlPlane' | 'features'>,
): string | undefined {
  // A file may hold what the API server would not take.
  if (!name) return 'malformed';
  if (group === '' && kind === 'Service') {
    return name.includes('.') ? 'malformed' : serviceHostname(name, namespace, controlPlane.domainSuffix);
  }
  if (group === 'networking.istio.io' && kind === 'Hostname') return named === undefined ? name : 'malformed';
  if (group === 'multicluster.x-k8s.io' && kind === 'ServiceImport') {
    return features.clusterSetHosts
      ? clusterSetHostname(name, namespace)
      : serviceHostname(name, namespace, controlPlane.domainSuffix);
  }
  return undefined;
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
