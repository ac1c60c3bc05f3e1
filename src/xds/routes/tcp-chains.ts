import { overlaps } from '../../model/host.js';
import { outboundName } from '../cluster.js';
import type { FilterChain } from './filter-chain.js';
import { l4Targets } from './l4-routes.js';
import { holdsForSidecar } from './l4-match.js';
import { defaultPort, type ListenerInput } from './listener-input.js';
import { tlsChains } from './tls-chains.js';

/** The TCP chains of a service's port. istiod 1.28 pilot/pkg/networking/core/listener.go: buildSidecarOutboundTCPListenerOpts */
export function l4Chains(input: ListenerInput): FilterChain[] {
  const { protocol } = input.port;
  const virtualServices = input.virtualServices.filter(
    ({ hosts, tcp, tls }) =>
      tcp.length + tls.length > 0 && hosts.some((host) => overlaps(host, input.service.hostname)),
  );
  const own = { ...input, virtualServices };
  return protocol === 'HTTPS' || protocol === 'TLS' ? tlsChains(own) : tcpChains(own);
}

/**
 * The first route without a condition on addresses ends the list; without one the service's own cluster does.
 * istiod 1.28 pilot/pkg/networking/core/tls.go: buildSidecarOutboundTCPFilterChainOpts
 */
function tcpChains(input: ListenerInput): FilterChain[] {
  const { proxy, scope, port, service } = input;
  const chains: FilterChain[] = [];
  const add = (cidrs: readonly string[], leads: FilterChain['leads']) =>
    chains.push({ sniHosts: [], cidrs, detectsHttp: false, leads });
  let covered = false;
  for (const virtualService of input.virtualServices) {
    for (const route of virtualService.tcp) {
      if (input.features.skipsRoutesWithoutDestination && route.destinations.length === 0) continue;
      const leads = { targets: l4Targets(route, 'tcp', scope, port.number) };
      const matches = (route.match ?? []).filter((match) => holdsForSidecar(match, proxy, port.number));
      const open = matches.some(({ destinationSubnets }) => !destinationSubnets?.length || port.number === 0);
      if (!route.match?.length || open) {
        add(input.cidrs, leads);
        return chains;
      }
      const subnets = matches.flatMap(({ destinationSubnets }) => destinationSubnets ?? []);
      if (subnets.length === 0) continue;
      add(subnets, leads);
      covered ||= [...subnets].sort().join() === [...input.cidrs].sort().join();
    }
  }
  if (!covered) {
    const cluster = outboundName(defaultPort(input), '', service.hostname);
    add(input.cidrs, { targets: [{ cluster, kind: 'default', host: service.hostname }] });
  }
  return chains;
}
