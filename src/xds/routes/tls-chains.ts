import { isDynamicWildcard } from '../../model/service.js';
import { outboundName } from '../cluster.js';
import { alternativeDomains } from './domains.js';
import type { FilterChain } from './filter-chain.js';
import { l4Targets } from './l4-routes.js';
import { holdsForSidecar } from './l4-match.js';
import { defaultPort, type ListenerInput } from './listener-input.js';
import { listenAddress } from './service-address.js';

/**
 * Every TLS route that holds, each set of server names and subnets once; the service's own cluster when none holds.
 * istiod 1.28 pilot/pkg/networking/core/tls.go: buildSidecarOutboundTLSFilterChainOpts
 */
export function tlsChains(input: ListenerInput): FilterChain[] {
  const { proxy, scope, port, service } = input;
  const chains: FilterChain[] = [];
  const seen = new Set<string>();
  // Subnets of one route stay for the routes that follow, as istiod keeps them.
  let cidrs = input.cidrs;
  for (const virtualService of input.virtualServices) {
    for (const route of virtualService.tls) {
      if (input.features.skipsRoutesWithoutDestination && route.destinations.length === 0) continue;
      for (const match of route.match ?? []) {
        if (!holdsForSidecar(match, proxy, port.number)) continue;
        const { sniHosts = [], destinationSubnets = [] } = match;
        if (destinationSubnets.length > 0 && port.number > 0) cidrs = destinationSubnets;
        const key = `${sniHosts.join()}|${destinationSubnets.join()}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const targets = l4Targets(route, 'tls', scope, port.number);
        chains.push({ sniHosts, cidrs, detectsHttp: false, leads: { targets } });
      }
    }
  }
  if (chains.length > 0) return chains;
  const cluster = outboundName(defaultPort(input), '', service.hostname);
  const targets = [{ cluster, kind: 'default' as const, host: service.hostname }];
  return [{ sniHosts: serverNames(input, cidrs), cidrs, detectsHttp: false, leads: { targets } }];
}

/** The host tells services apart where the address does not. */
function serverNames({ service, network, bind, features }: ListenerInput, cidrs: readonly string[]): string[] {
  const address = listenAddress(service, network);
  const byAddress = cidrs.length === 0 && !address.includes('/') && !(address === network.wildcard && bind === address);
  const forwarded = features.dynamicDnsClusters && isDynamicWildcard(service);
  if (byAddress && !forwarded) return [];
  const aliases = service.aliases.flatMap(({ hostname }) => [
    hostname,
    ...alternativeDomains(hostname, 0, network.dnsDomain, features),
  ]);
  return [service.hostname, ...aliases];
}
