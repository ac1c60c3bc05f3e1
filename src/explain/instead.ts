import { isSubsetOf } from '../model/host.js';
import type { Service } from '../model/service.js';
import { outboundName } from '../xds/cluster.js';
import type { ProxyConfig } from '../xds/world.js';
import { askedClusters, type Asked } from './asked.js';
import type { DanglingReference, Instead } from './explanation.js';

/** Where requests to a host go that has no cluster of its own; `dangling` is what of the host's own listeners and routes lacks one. */
export function insteadOf(
  host: string,
  { port, subset }: Asked,
  config: ProxyConfig,
  dangling: readonly DanglingReference[],
): Instead {
  return (
    viaOwn(dangling) ??
    viaWhole(host, port, subset, config) ??
    viaAlias(host, port, config) ??
    viaWildcard(host, port, config) ??
    fallback(config)
  );
}

/** The service is in the scope, so its listeners and routes are there. */
function viaOwn([first]: readonly DanglingReference[]): Instead | undefined {
  return (
    first && {
      text: `Requests to it fail (HTTP gets 503, TCP is closed): its listeners and routes lead to ${first.cluster}, which is not sent.`,
    }
  );
}

/** Only the subset is absent: the host itself has a cluster. */
function viaWhole(
  host: string,
  port: number | undefined,
  subset: string | undefined,
  { clusters }: ProxyConfig,
): Instead | undefined {
  const [whole] = subset === undefined ? [] : askedClusters(clusters, host, { port, subset: '' });
  if (!whole) return undefined;
  return {
    cluster: whole.name,
    text: `A route to this subset gets 503 (cluster not found); requests without it go to ${whole.name}.`,
  };
}

/** The names of an ExternalName Service are further domains of the service it stands for. */
function viaAlias(host: string, port: number | undefined, { scope, clusters }: ProxyConfig): Instead | undefined {
  const target = scope.services.find(({ aliases }) => aliases.some(({ hostname }) => hostname === host));
  const cluster =
    target && clusters.find((candidate) => candidate.service === target && (port ?? candidate.port) === candidate.port);
  if (!cluster) return undefined;
  return {
    cluster: cluster.name,
    text: `HTTP requests to it go to ${cluster.name}: the alias is a further domain of ${target.hostname}.`,
  };
}

/** The longest wildcard that covers the host. */
function viaWildcard(host: string, port: number | undefined, { scope, clusters }: ProxyConfig): Instead | undefined {
  let best: Service | undefined;
  for (const service of scope.services) {
    if (!service.hostname.startsWith('*') || service.hostname === host || !isSubsetOf(host, service.hostname)) continue;
    if (!best || service.hostname.length > best.hostname.length) best = service;
  }
  const cluster = best && clusters.find(({ service, port: number }) => service === best && (port ?? number) === number);
  if (!cluster || !best) return undefined;
  const name = outboundName(cluster.port, '', best.hostname);
  return {
    cluster: name,
    text: `Requests to it go to ${name}: wildcard host ${best.hostname} covers it (HTTP and TLS).`,
  };
}

function fallback({ proxy, scope }: ProxyConfig): Instead {
  if (proxy.type === 'waypoint') {
    return {
      text: 'A waypoint is asked only for services that it owns: others are reached past it.',
    };
  }
  if (proxy.type !== 'sidecar') {
    return {
      text: 'A gateway sends requests only where its routes lead: without route 404, with a route to this host 503 (cluster not found).',
    };
  }
  const where = scope.ownOutboundPolicy
    ? `outboundTrafficPolicy ${scope.outboundMode} of Sidecar ${scope.sidecar!.metadata.namespace}/${scope.sidecar!.metadata.name}`
    : `outboundTrafficPolicy ${scope.outboundMode}`;
  if (scope.outboundMode === 'REGISTRY_ONLY') {
    return {
      cluster: 'BlackHoleCluster',
      text: `Requests to it go to BlackHoleCluster (${where}): HTTP gets 502, TCP is closed.`,
    };
  }
  if (scope.outboundMode === 'ALLOW_ANY_DYNAMIC_DNS' && !scope.ownOutboundPolicy) {
    return {
      cluster: 'AllowAnyDynamicDNSCluster',
      text: `HTTP requests to it go to AllowAnyDynamicDNSCluster (${where}), other traffic to PassthroughCluster.`,
    };
  }
  return {
    cluster: 'PassthroughCluster',
    text: `Requests to it go to PassthroughCluster (${where}): plain TCP to the original address, no mTLS, no routes, no policy.`,
  };
}
