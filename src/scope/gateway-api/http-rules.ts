import type { GatewayRoute, RouteFilter, RouteRule } from '../../model/gateway-api.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf } from '../../model/resource.js';
import type { ResolvedHttpRoute, RouteDestination } from '../virtual-service.js';
import { backendOf, backendText, findBackend, refuseWithoutWeight, type BackendProblem } from './backends.js';
import type { ConversionContext } from './context.js';
import { grpcMatch, httpMatch } from './http-matches.js';

const HEADER_FILTERS = ['RequestHeaderModifier', 'ResponseHeaderModifier'];
const FILTERS: Record<string, readonly string[]> = {
  HTTPRoute: [...HEADER_FILTERS, 'RequestRedirect', 'RequestMirror', 'URLRewrite', 'CORS'],
  GRPCRoute: [...HEADER_FILTERS, 'RequestMirror'],
};

/**
 * The rules of an HTTPRoute or GRPCRoute, one route for each match; undefined when one of them spoils the whole object.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: convertHTTPRoute, convertGRPCRoute
 */
export function httpRules(
  route: GatewayRoute,
  mesh: boolean,
  context: ConversionContext,
): ResolvedHttpRoute[] | undefined {
  const converted: ResolvedHttpRoute[] = [];
  for (const [index, rule] of (route.spec?.rules ?? []).entries()) {
    const targets = targetsOf(route, rule, index, mesh, context);
    if (!targets) return undefined;
    const name = rule.name ?? `${route.metadata.namespace ?? 'default'}.${route.metadata.name}.${index}`;
    const matches = rule.matches?.length ? rule.matches : [undefined];
    const toMatch = route.kind === 'GRPCRoute' ? grpcMatch : httpMatch;
    for (const match of matches) {
      converted.push({ name, match: match === undefined ? [] : [toMatch(match)], ...targets });
    }
  }
  return converted;
}

type Targets = Pick<ResolvedHttpRoute, 'destinations' | 'mirrored' | 'redirect' | 'directResponse'>;

function targetsOf(
  route: GatewayRoute,
  rule: RouteRule,
  index: number,
  mesh: boolean,
  context: ConversionContext,
): Targets | undefined {
  const filters = rule.filters ?? [];
  const backends = rule.backendRefs ?? [];
  const unknown =
    unknownFilter(filters, FILTERS[route.kind]!) ??
    backends.map((backend) => unknownFilter(backend.filters ?? [], HEADER_FILTERS)).find((type) => type !== undefined);
  if (unknown !== undefined) {
    const by = fieldOf(route, `spec.rules[${index}]`);
    context.refuse({ object: route, reason: { code: 'filter-drops-route', by, args: { filter: unknown } } });
    return undefined;
  }
  const mirrored = mirrorsOf(route, filters, index, mesh, context);
  if (!mirrored) return undefined;
  const redirect = filters.some(({ type }) => type === 'RequestRedirect') && { redirect: {} };
  const weights = backends.reduce((sum, { weight = 1 }) => sum + weight, 0);
  if (weights === 0 && !redirect) return { destinations: [], mirrored, directResponse: {} };
  const destinations = destinationsOf(route, backends, index, mesh, context);
  return destinations && { destinations, mirrored, ...redirect };
}

function unknownFilter(filters: readonly RouteFilter[], known: readonly string[]): string | undefined {
  return filters.find(({ type = '' }) => !known.includes(type))?.type;
}

function destinationsOf(
  route: GatewayRoute,
  backends: NonNullable<RouteRule['backendRefs']>,
  rule: number,
  mesh: boolean,
  context: ConversionContext,
): RouteDestination[] | undefined {
  const found: RouteDestination[] = [];
  for (const [index, ref] of backends.entries()) {
    const path = `spec.rules[${rule}].backendRefs[${index}]`;
    if (ref.weight === 0) {
      refuseWithoutWeight(ref, route, path, context);
      continue;
    }
    const backend = backendOf(ref, route, path, mesh, context);
    if (backend.fatal) return undefined;
    if (backend.destination) found.push(backend.destination);
  }
  return found;
}

const MIRROR_CAUSES: Record<BackendProblem, string> = {
  'backend-not-granted': 'no ReferenceGrant lets the route name it',
  'backend-not-found': 'it does not exist',
  'backend-kind': 'istiod does not know its kind',
  'backend-malformed': 'the reference has no port, or its name is no name of a Service',
};

/** A mirror with a problem is left out of an HTTPRoute, and spoils a GRPCRoute. …: createMirrorFilter */
function mirrorsOf(
  route: GatewayRoute,
  filters: readonly RouteFilter[],
  rule: number,
  mesh: boolean,
  context: ConversionContext,
): RouteDestination[] | undefined {
  const found: RouteDestination[] = [];
  for (const [index, { type, requestMirror }] of filters.entries()) {
    const ref = type === 'RequestMirror' ? requestMirror?.backendRef : undefined;
    if (!ref) continue;
    const path = `spec.rules[${rule}].filters[${index}].requestMirror.backendRef`;
    const { host, destination, problem } = findBackend(ref, route, path, mesh, context);
    if (!problem && destination) {
      found.push(destination);
      continue;
    }
    const drops = route.kind === 'GRPCRoute';
    const code = drops ? 'mirror-drops-route' : 'mirror-dropped';
    const args = { backend: backendText(ref), cause: MIRROR_CAUSES[problem!] };
    const reason: Reason = { code, by: fieldOf(route, path), args };
    context.refuse({ object: route, ...(host !== undefined && { host }), reason });
    if (drops) return undefined;
  }
  return found;
}
