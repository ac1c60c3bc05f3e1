import type { IngressListener, Sidecar } from '../../model/istio.js';
import { isHttp, parseProtocol } from '../../model/protocol.js';
import type { Chain } from '../ext-authz/filters.js';
import type { ProxyNetwork } from './proxy-network.js';

const BOTH: readonly Chain[] = ['http', 'tcp'];

/**
 * The kinds of chain of a sidecar's inbound listeners: both where connections are redirected to it. A sidecar to which nothing
 * is redirected listens where its Sidecar says, and nowhere without one.
 * istiod 1.28 pilot/pkg/networking/core/listener_inbound.go: buildInboundListeners, buildInboundChainConfigs
 */
export function inboundChains(sidecar: Sidecar | undefined, network: ProxyNetwork): ReadonlySet<Chain> {
  if (!network.interceptionNone) return new Set(BOTH);
  const open = (sidecar?.spec?.ingress ?? []).filter((ingress) => listens(ingress, network));
  return new Set(open.flatMap(({ port }) => chainsOf(port?.protocol)));
}

function chainsOf(name: string | undefined): readonly Chain[] {
  const protocol = parseProtocol(name);
  if (protocol === 'UnsupportedProtocol') return BOTH;
  return [isHttp(protocol) ? 'http' : 'tcp'];
}

/** What is to be redirected goes nowhere. Ports of the listeners that all is redirected to are not looked at here. */
function listens({ port, bind, captureMode }: IngressListener, network: ProxyNetwork): boolean {
  const number = port?.number ?? 0;
  if (captureMode === 'IPTABLES' || (network.unprivileged && number > 0 && number < 1024)) return false;
  const onWildcard = bind ? bind === network.wildcard : isHttp(parseProtocol(port?.protocol));
  return !(onWildcard && network.staticPorts.has(number));
}
