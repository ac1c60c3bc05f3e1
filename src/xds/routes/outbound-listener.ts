import { isHttp, type Protocol } from '../../model/protocol.js';
import { matchKey, type FilterChain } from './filter-chain.js';
import type { ListenerInput, ListenerPort } from './listener-input.js';
import { listenAddress } from './service-address.js';
import { l4Chains } from './tcp-chains.js';

/** A listener while services join it. */
export interface OutboundListener {
  bind: string;
  port: ListenerPort;
  /** What it serves so far: HTTP and TCP together make it detect. */
  protocol: Protocol;
  chains: FilterChain[];
  /** What the chains match, once a second service joins. */
  matches?: Set<string>;
  /** Which service a chain was made for. */
  origins: Map<FilterChain, ListenerInput>;
  /** Services that came too late for a chain of their own, and why. */
  losers: { input: ListenerInput; why: LossReason }[];
  /** Made by an egress listener with a port: the catch-all adds nothing to it. */
  locked: boolean;
}

export type LossReason =
  /** Another service has a chain with the same match. */
  | 'same-match'
  /** The listener detects already: what is not HTTP goes to the service that came first, or passes through. */
  | 'detects-already'
  /** In Mongo or MySQL the server speaks first, so that detection would break one of the two. */
  | 'server-speaks-first'
  /** A Sidecar's egress listener has the port. */
  | 'port-of-sidecar';

export function listenerName({ bind, port }: Pick<OutboundListener, 'bind' | 'port'>): string {
  return `${bind}_${port.number}`;
}

type Kind = 'http' | 'tcp' | 'auto' | 'none';

/** istiod 1.28 pilot/pkg/networking/networking.go: ModelProtocolToListenerProtocol */
function kindOf(protocol: Protocol): Kind {
  if (isHttp(protocol)) return 'http';
  if (protocol === 'UDP') return 'none';
  return protocol === 'UnsupportedProtocol' ? 'auto' : 'tcp';
}

/**
 * Brings a service's port to the listeners of a sidecar. Whoever comes first has the address; HTTP and TCP share it by
 * detection, TCP chains with the same match as an earlier one are left out.
 * istiod 1.28 pilot/pkg/networking/core/listener.go: buildSidecarOutboundListener
 */
export function joinListener(given: ListenerInput, listeners: Map<string, OutboundListener>): void {
  if (given.service.resolution === 'Alias') return;
  const kind = kindOf(given.port.protocol);
  if (kind === 'none') return;
  const input = withBind(given, kind);
  const name = listenerName(input);
  const current = listeners.get(name);
  const lose = (why: LossReason) => void current?.losers.push({ input, why });
  if (current?.locked) return lose('port-of-sidecar');
  const before = current && kindOf(current.protocol);
  const proxied = input.port.protocol === 'HTTP_PROXY';
  const joins = current !== undefined && !proxied && !(kind === 'auto' && before === 'http');
  // HTTP shares its routes with what is there already.
  if (joins && kind === 'http' && before !== 'tcp') return;
  if (joins && kind === 'auto' && before === 'auto') return lose('detects-already');
  if (joins && isServerFirst(input.port.protocol, current.protocol)) return lose('server-speaks-first');
  const chains = chainsOf(input, kind);
  if (joins) {
    addChains(current, chains, input);
    if (kind !== 'tcp' || before === 'http') current.protocol = 'UnsupportedProtocol';
    return;
  }
  const detects = kind === 'http' && !proxied && input.bind === input.network.wildcard;
  listeners.set(name, {
    bind: input.bind,
    port: input.port,
    protocol: detects ? 'UnsupportedProtocol' : input.port.protocol,
    chains,
    origins: new Map(chains.map((chain) => [chain, input])),
    losers: [],
    locked: false,
  });
}

/** HTTP listens on the wildcard, the rest on the service's address, or for its range. */
function withBind(input: ListenerInput, kind: Kind): ListenerInput {
  const { wildcard } = input.network;
  if (input.bind !== '') return input;
  if (kind === 'http') return { ...input, bind: wildcard };
  const address = listenAddress(input.service, input.network);
  return address.includes('/') ? { ...input, bind: wildcard, cidrs: [address] } : { ...input, bind: address };
}

function chainsOf(input: ListenerInput, kind: Kind): FilterChain[] {
  if (kind === 'tcp') return l4Chains(input);
  return kind === 'http' ? [httpChain(input, 'http')] : [...l4Chains(input), httpChain(input, 'auto')];
}

/** …: buildSidecarOutboundHTTPListenerOpts */
function httpChain({ bind, port, service, network }: ListenerInput, kind: 'http' | 'auto'): FilterChain {
  const shared = port.number === 0 ? bind : String(port.number);
  const own = kind === 'auto' && port.number !== 0 && bind !== network.wildcard;
  const detectsHttp = port.protocol !== 'HTTP_PROXY' && (kind === 'auto' || bind === network.wildcard);
  const routeName = own ? `${service.hostname}:${port.number}` : shared;
  return { sniHosts: [], cidrs: [], detectsHttp, leads: { routeName } };
}

/** Protocols in which the server speaks first do not stand detection. …: isConflictWithWellKnownPort */
function isServerFirst(incoming: Protocol, existing: Protocol): boolean {
  if (incoming === existing) return false;
  return [incoming, existing].some((protocol) => protocol === 'Mongo' || protocol === 'MySQL');
}

/** …: mergeTCPFilterChains */
function addChains(listener: OutboundListener, chains: readonly FilterChain[], input: ListenerInput): void {
  const matches = (listener.matches ??= new Set(listener.chains.map(matchKey)));
  for (const chain of chains) {
    const match = matchKey(chain);
    if (matches.has(match)) {
      listener.losers.push({ input, why: 'same-match' });
      continue;
    }
    matches.add(match);
    listener.chains.push(chain);
    listener.origins.set(chain, input);
  }
}
