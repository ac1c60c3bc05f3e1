import type { HttpMatch, HttpRoute, StringMatch } from '../model/istio.js';

/**
 * A root route and the routes of its delegate as one list; a delegate's route whose conditions conflict with the root's is left out.
 * istiod 1.28 pilot/pkg/model/virtualservice.go: mergeHTTPRoutes
 */
export function mergeDelegateRoutes<T extends HttpRoute>(root: HttpRoute, delegates: readonly T[]): T[] {
  return delegates.flatMap((route) => {
    const match = mergeMatches(root.match ?? [], route.match ?? []);
    if (!match) return [];
    const mirror = route.mirror ?? root.mirror;
    const mirrors = route.mirrors ?? root.mirrors;
    return [{ ...route, match, ...(mirror && { mirror }), ...(mirrors && { mirrors }) }];
  });
}

/** Each condition of the delegate needs one of the root that covers it; undefined when one has none. */
function mergeMatches(root: readonly HttpMatch[], delegate: readonly HttpMatch[]): HttpMatch[] | undefined {
  if (root.length === 0) return [...delegate];
  if (delegate.length === 0) return [...root];
  const merged: HttpMatch[] = [];
  for (const leaf of delegate) {
    const covering = root.filter((match) => !conflicts(match, leaf));
    if (covering.length === 0) return undefined;
    merged.push(...covering.map((match) => mergeMatch(match, leaf)));
  }
  return merged;
}

function mergeMatch(root: HttpMatch, leaf: HttpMatch): HttpMatch {
  return {
    ...root,
    ...leaf,
    headers: { ...root.headers, ...leaf.headers },
    withoutHeaders: { ...root.withoutHeaders, ...leaf.withoutHeaders },
    queryParams: { ...root.queryParams, ...leaf.queryParams },
    sourceLabels: { ...root.sourceLabels, ...leaf.sourceLabels },
    ...((leaf.port || root.port) && { port: leaf.port || root.port! }),
    ...((leaf.sourceNamespace || root.sourceNamespace) && {
      sourceNamespace: leaf.sourceNamespace || root.sourceNamespace!,
    }),
    ...((leaf.gateways?.length ? leaf.gateways : root.gateways) && {
      gateways: leaf.gateways?.length ? leaf.gateways : root.gateways!,
    }),
  };
}

function conflicts(root: HttpMatch, leaf: HttpMatch): boolean {
  if (stringsConflict(root.uri, leaf.uri) || stringsConflict(root.scheme, leaf.scheme)) return true;
  if (stringsConflict(root.method, leaf.method) || stringsConflict(root.authority, leaf.authority)) return true;
  if (mapsConflict(root.headers, leaf.headers) || mapsConflict(root.withoutHeaders, leaf.withoutHeaders)) return true;
  if (mapsConflict(root.queryParams, leaf.queryParams)) return true;
  if ((root.ignoreUriCase ?? false) !== (leaf.ignoreUriCase ?? false)) return true;
  if (root.port && leaf.port && root.port !== leaf.port) return true;
  if (root.sourceNamespace && leaf.sourceNamespace !== root.sourceNamespace) return true;
  for (const [key, value] of Object.entries(leaf.sourceLabels ?? {})) {
    const own = root.sourceLabels?.[key];
    if (own !== undefined && own !== value) return true;
  }
  return gatewaysConflict(root.gateways ?? [], leaf.gateways ?? []);
}

function gatewaysConflict(root: readonly string[], leaf: readonly string[]): boolean {
  if (root.length === 0 || leaf.length === 0) return false;
  return root.length < leaf.length || leaf.some((gateway) => !root.includes(gateway));
}

function mapsConflict(
  root: Record<string, StringMatch> | undefined,
  leaf: Record<string, StringMatch> | undefined,
): boolean {
  return Object.entries(leaf ?? {}).some(([key, value]) => stringsConflict(root?.[key], value));
}

/** Two conditions agree when the leaf's lies within the root's; a regular expression agrees with nothing. */
function stringsConflict(root: StringMatch | undefined, leaf: StringMatch | undefined): boolean {
  if (!root || !leaf) return false;
  if (root.regex && (leaf.regex || leaf.prefix || leaf.exact)) return true;
  if (leaf.regex && (root.regex || root.prefix || root.exact)) return true;
  if (root.exact) return leaf.prefix ? true : leaf.exact !== root.exact;
  const inner = root.prefix ? leaf.prefix || leaf.exact : undefined;
  return inner ? !inner.startsWith(root.prefix!) : true;
}
