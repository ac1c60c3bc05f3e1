import type { Features } from '../model/features.js';
import type { Reason } from '../model/reason.js';
import { isKubernetes, originalOf, withPorts, type Service } from '../model/service.js';
import type { Oracle } from '../model/undetermined.js';
import { compareText } from '../registry/creation-order.js';
import type { Registry } from '../registry/registry.js';
import { winner, type ServiceCollector } from './append.js';
import { byAge } from './precedence.js';
import type { ListenerScope, ScopeRecorder } from './scope.js';
import { listenerPort, withOnePort } from './select-services.js';
import type { RouteDestination } from './virtual-service.js';
import type { VirtualServiceIndex } from './virtual-service-index.js';
import type { VisibleServices } from './visible-services.js';

export interface PullInContext {
  registry: Registry;
  visible: VisibleServices;
  virtualServices: VirtualServiceIndex;
  features: Features;
  oracle: Oracle;
}

/**
 * Adds the destinations of a listener's VirtualServices: from the config namespace, exported or not, else from one
 * visible namespace. They never take a hostname from a service that was imported by name.
 * istiod 1.28 pilot/pkg/model/sidecar.go: collectImportedServices
 */
export function pullInDestinations(
  listener: ListenerScope,
  configNamespace: string,
  collector: ServiceCollector,
  context: PullInContext,
  recorder?: ScopeRecorder,
): void {
  const port = listenerPort(listener.egress);
  for (const virtualService of listener.virtualServices) {
    for (const [host, destinations] of context.virtualServices.destinationsByHost(virtualService, configNamespace)) {
      const service = chooseService(host, configNamespace, context, listener.index, recorder);
      if (!service) continue;
      const trimmed = port === undefined ? withNamedPorts(service, destinations) : withOnePort(service, port);
      if (trimmed) {
        recorder?.enter({
          service: originalOf(trimmed),
          listener: listener.index,
          by: destinations[0]!.by(),
          via: 'virtual-service',
        });
        collector.append(trimmed, listener.index);
      } else {
        recorder?.drop(portMissing(service, destinations, port, listener.index));
      }
    }
  }
}

function chooseService(
  host: string,
  configNamespace: string,
  { registry, visible, features, oracle }: PullInContext,
  listener: number,
  recorder: ScopeRecorder | undefined,
): Service | undefined {
  const byNamespace = registry.byHost.get(host);
  if (!byNamespace) return undefined;
  const own = byNamespace.get(configNamespace);
  if (own) return own;
  const candidates = [...byNamespace.values()].filter((service) => visible.isVisible(service, configNamespace));
  const chosen = features.pickBestServiceNamespace ? best(host, candidates, oracle) : firstAlphabetically(candidates);
  if (recorder && chosen) {
    for (const loser of candidates) {
      if (loser === chosen) continue;
      const code = features.pickBestServiceNamespace
        ? isKubernetes(chosen)
          ? 'kubernetes-preferred'
          : 'earlier-preferred'
        : 'alphabetical-preferred';
      recorder.drop({
        service: loser,
        stage: 'namespace',
        listener,
        reason: preferred(code, chosen, loser),
      });
    }
  }
  return chosen;
}

function preferred(
  code: 'kubernetes-preferred' | 'earlier-preferred' | 'alphabetical-preferred',
  chosen: Service,
  loser: Service,
): Reason {
  const { by, args } = winner(chosen, 'metadata.namespace');
  if (code !== 'earlier-preferred') return { code, by, args };
  const age = byAge(chosen, loser);
  return { code, by: age.by, args: { ...args, rule: age.rule } };
}

/** A Kubernetes Service, else the oldest; of equally old ones any. istiod 1.30 pilot/pkg/model/sidecar.go: pickBestVisibleNamespace */
function best(host: string, candidates: readonly Service[], oracle: Oracle): Service | undefined {
  const kubernetes = candidates.find(isKubernetes);
  if (kubernetes || candidates.length === 0) return kubernetes;
  const oldest = Math.min(...candidates.map(({ created }) => created));
  const tied = candidates
    .filter(({ created }) => created === oldest)
    .sort((a, b) => compareText(a.namespace, b.namespace));
  const because = `namespaces ${tied.map(({ namespace }) => namespace).join(', ')} hold ${host} since the same second`;
  return tied[oracle.pick(tied.length, { code: 'namespace-tie', because, host })];
}

function firstAlphabetically(candidates: readonly Service[]): Service | undefined {
  return [...candidates].sort((a, b) => compareText(a.namespace, b.namespace))[0];
}

/** The service with the ports that routes name; whole when one names none. istiod 1.28 …: serviceMatchingVirtualServicePorts */
function withNamedPorts(service: Service, destinations: readonly RouteDestination[]): Service | undefined {
  const named = new Set(destinations.map(({ port }) => port));
  if (named.has(0)) return service;
  const ports = service.ports.filter(({ number }) => named.has(number));
  if (ports.length === service.ports.length) return service;
  return ports.length > 0 ? withPorts(service, ports) : undefined;
}

function portMissing(
  service: Service,
  destinations: readonly RouteDestination[],
  port: number | undefined,
  listener: number,
) {
  const by = destinations[0]!.by();
  const ports = service.ports.map(({ number }) => number).join(', ') || 'none';
  const asked = [...new Set(destinations.map((destination) => destination.port))].join(', ');
  const reason: Reason =
    port === undefined
      ? { code: 'destination-port-missing', by, args: { asked, ports } }
      : { code: 'route-off-listener-port', by, args: { port, ports } };
  return { service: originalOf(service), stage: 'import' as const, listener, reason };
}
