import type { HttpMatch, StringMatch } from '../../model/istio.js';

interface TypedValue {
  type?: string;
  name?: string;
  value?: string;
}

interface RouteMatch {
  path?: { type?: string; value?: string };
  headers?: TypedValue[];
  queryParams?: TypedValue[];
  /** An HTTP method, or what a GRPCRoute matches. */
  method?: string | { type?: string; service?: string; method?: string };
}

/** istiod 1.28 pilot/pkg/config/kube/gateway/conversion.go: createURIMatch, createHeadersMatch */
export function httpMatch(value: unknown): HttpMatch {
  const match = (value ?? {}) as RouteMatch;
  return {
    uri: pathMatch(match.path ?? {}),
    ...named('headers', match.headers),
    ...named('queryParams', match.queryParams),
    ...(typeof match.method === 'string' && { method: { exact: match.method } }),
  };
}

/** A GRPCRoute's service and method are a path. …: createGRPCURIMatch */
export function grpcMatch(value: unknown): HttpMatch {
  const { headers, method } = (value ?? {}) as RouteMatch;
  return {
    ...(typeof method === 'object' && { uri: grpcPath(method) }),
    ...named('headers', headers),
  };
}

function pathMatch({ type = 'PathPrefix', value = '/' }: { type?: string; value?: string }): StringMatch {
  if (type === 'Exact') return { exact: value };
  if (type === 'RegularExpression') return { regex: value };
  return { prefix: value === '/' ? value : value.replace(/\/$/, '') };
}

function grpcPath({
  type = 'Exact',
  service,
  method,
}: {
  type?: string;
  service?: string;
  method?: string;
}): StringMatch {
  if (service === undefined) return { regex: `/[^/]+/${method}` };
  if (type === 'RegularExpression') return { regex: `/${service}/${method ?? '.+'}` };
  return method === undefined ? { prefix: `/${service}/` } : { exact: `/${service}/${method}` };
}

function named(field: 'headers' | 'queryParams', entries: readonly TypedValue[] = []): Partial<HttpMatch> {
  if (entries.length === 0) return {};
  const matches = entries.map(({ type = 'Exact', name = '', value = '' }) => [
    name,
    type === 'RegularExpression' ? { regex: value } : { exact: value },
  ]);
  return { [field]: Object.fromEntries(matches) as Record<string, StringMatch> };
}
