import type { EgressListener } from '../../model/istio.js';
import { isIp } from '../../model/ip.js';
import { isHttp, parseProtocol } from '../../model/protocol.js';
import { isKubernetes, serviceKey, type Port } from '../../model/service.js';
import type { EndpointIndex } from '../../registry/endpoint-index.js';
import type { ListenerScope } from '../../scope/scope.js';
import type { ListenerInput, ListenerPort } from './listener-input.js';
import { joinListener, type OutboundListener } from './outbound-listener.js';
import { addressFor, UNSPECIFIED } from './service-address.js';

export type ListenerContext = Pick<ListenerInput, 'proxy' | 'network' | 'scope' | 'features'> & {
  endpoints: EndpointIndex;
};

/**
 * The outbound listeners of a sidecar by address and port. Egress listeners come in the Sidecar's order; the catch-all leaves
 * alone what those with a port have made.
 * istiod 1.28 pilot/pkg/networking/core/listener.go: buildSidecarOutboundListeners
 */
export function outboundListeners(context: ListenerContext): Map<string, OutboundListener> {
  const listeners = new Map<string, OutboundListener>();
  for (const egress of context.scope.listeners) {
    const bind = bindOf(egress.egress, context);
    const declared = egress.egress?.port;
    if (declared) {
      const port = { number: declared.number ?? 0, protocol: parseProtocol(declared.protocol) };
      if (!canBind(port, bind, context)) continue;
      for (const service of egress.services) {
        joinListener(
          { ...context, virtualServices: egress.virtualServices, service, port, bind: bind.address, cidrs: [] },
          listeners,
        );
      }
    } else {
      for (const listener of listeners.values()) listener.locked = true;
      joinAll(egress, bind, context, listeners);
    }
  }
  return listeners;
}

interface Bind {
  /** Empty: the service says it. */
  address: string;
  toPort: boolean;
}

function bindOf(egress: EgressListener | undefined, { network }: ListenerContext): Bind {
  const socket = egress?.bind?.startsWith('unix://') ?? false;
  const toPort = network.interceptionNone || egress?.captureMode === 'NONE' || socket;
  return { address: egress?.bind || (toPort ? network.localhost : ''), toPort };
}

/** istiod 1.28 pilot/pkg/model/context.go: CanBindToPort */
function canBind(port: ListenerPort, bind: Bind, { network }: ListenerContext): boolean {
  if (bind.toPort && network.unprivileged && port.number > 0 && port.number < 1024) return false;
  const onWildcard = bind.address === '' ? isHttp(port.protocol) : bind.address === network.wildcard;
  return !(onWildcard && network.reservedPorts.has(port.number));
}

function joinAll(
  egress: ListenerScope,
  bind: Bind,
  context: ListenerContext,
  listeners: Map<string, OutboundListener>,
): void {
  for (const service of egress.services) {
    for (const port of service.ports) {
      if (!canBind(port, bind, context)) continue;
      const input = { ...context, virtualServices: egress.virtualServices, service, port, cidrs: [] };
      for (const address of addressesOf(input, bind, context)) joinListener({ ...input, bind: address }, listeners);
    }
  }
}

/**
 * Services without address whose connections go where the application says have a listener for each endpoint, lest one takes
 * the port of all. ServiceEntries without any endpoint get the wildcard after all.
 */
function addressesOf(
  { service, port, network }: Pick<ListenerInput, 'service' | 'network'> & { port: Port },
  bind: Bind,
  { endpoints }: ListenerContext,
): string[] {
  const perEndpoint =
    bind.address === '' &&
    service.resolution === 'Passthrough' &&
    addressFor(service, network) === UNSPECIFIED &&
    !isHttp(port.protocol) &&
    port.protocol !== 'UDP';
  if (!perEndpoint) return [bind.address];
  const instances = endpoints.ofPort(serviceKey(service), port.number).lists[0] ?? [];
  if (!isKubernetes(service) && instances.length === 0 && service.selector === undefined) return [''];
  return instances.map(({ address }) => address).filter((address) => isIp(address) && address !== network.ip);
}
