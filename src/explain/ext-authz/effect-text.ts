import type { CalledCluster } from '../../xds/ext-authz/called-cluster.js';
import type { ExtAuthzFilter } from '../../xds/ext-authz/filters.js';
import type { ExtAuthzProvider } from '../../xds/ext-authz/providers.js';

/** What requests (or TCP connections) of one kind of chain get. */
export function effectText({ chain, effect, widened }: ExtAuthzFilter, called: CalledCluster | undefined): string {
  const what = chain === 'http' ? 'requests that match the rules' : tcpScope(widened.length);
  switch (effect.kind) {
    case 'deny':
      return `${what} are denied: istiod replaced the check by a deny (${effect.reason.message})`;
    case 'deny-by-dry-run':
      return `${what} are denied: this istiod builds dry-run policies as rules that deny`;
    case 'pass':
      return 'TCP connections pass unchecked: an HTTP provider cannot check them';
    case 'crash':
      return `istiod ends with a panic: only dry-run policies, and no usable provider (${effect.reason.message})`;
    case 'call':
      return `${what} ${called?.cluster && called.held === 'as-named' ? 'are checked' : failure(effect.provider, chain, called)}`;
  }
}

function tcpScope(widened: number): string {
  return widened > 0
    ? 'all TCP connections (a TCP chain cannot see the HTTP conditions and leaves them out)'
    : 'TCP connections that match the rules';
}

function failure(
  { failOpen, statusOnError }: ExtAuthzProvider,
  chain: 'http' | 'tcp',
  called: CalledCluster | undefined,
): string {
  if (called?.cluster) return 'are sent to that other service to be checked';
  if (failOpen) return 'pass unchecked: the call fails, and the provider is failOpen';
  if (chain === 'tcp') return 'are closed: the call fails';
  return `get ${statusOnError ?? 403}: the call fails${statusOnError ? ' (statusOnError)' : ''}`;
}
