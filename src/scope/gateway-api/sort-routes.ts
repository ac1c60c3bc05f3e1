import type { HttpMatch } from '../../model/istio.js';
import type { ResolvedHttpRoute } from '../virtual-service.js';

/**
 * The order of the Gateway API: exact before prefix before regular expression, longer before shorter, then by method, headers
 * and query parameters; routes without match come last.
 * istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: sortHTTPRoutes
 */
export function sortRoutes(routes: readonly ResolvedHttpRoute[]): ResolvedHttpRoute[] {
  return [...routes].sort((a, b) => compare(a.match?.[0], b.match?.[0]));
}

function compare(a: HttpMatch | undefined, b: HttpMatch | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return (
    rank(b) - rank(a) ||
    length(b) - length(a) ||
    Number(!a.method) - Number(!b.method) ||
    count(b.headers) - count(a.headers) ||
    count(b.queryParams) - count(a.queryParams)
  );
}

function rank({ uri }: HttpMatch): number {
  if (!uri) return -1;
  return uri.exact !== undefined ? 3 : uri.prefix !== undefined ? 2 : 1;
}

function length({ uri }: HttpMatch): number {
  return (uri?.exact ?? uri?.prefix ?? uri?.regex ?? '').length;
}

function count(map: Readonly<Record<string, unknown>> | undefined): number {
  return Object.keys(map ?? {}).length;
}
