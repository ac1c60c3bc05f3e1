import type { Features } from '../model/features.js';
import type { EgressListener, Sidecar } from '../model/istio.js';
import { parseProtocol } from '../model/protocol.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import { isKubernetes, originalOf, withPorts, type Service } from '../model/service.js';
import { byCreation } from '../registry/creation-order.js';
import type { Registry } from '../registry/registry.js';
import { winner } from './append.js';
import { byAge, precedenceIn, type Precedes } from './precedence.js';
import type { EgressHosts, HostSet } from './egress-hosts.js';
import type { ScopeRecorder } from './scope.js';
import type { VisibleServices } from './visible-services.js';

export interface ListenerInput {
  index: number;
  egress: EgressListener | undefined;
  hosts: EgressHosts;
  configNamespace: string;
  sidecar: Sidecar | undefined;
}

/** The port that a listener takes, when it takes one. istiod 1.28 pilot/pkg/model/sidecar.go: needsPortMatch */
export function listenerPort(egress: EgressListener | undefined): number | undefined {
  const port = egress?.port;
  return port?.number && parseProtocol(port.protocol) !== 'HTTP_PROXY' ? port.number : undefined;
}

/**
 * The services that an egress listener imports, one namespace for each hostname.
 * istiod 1.28 pilot/pkg/model/sidecar.go: selectServices
 */
export function selectServices(
  input: ListenerInput,
  visible: VisibleServices,
  registry: Registry,
  features: Features,
  recorder?: ScopeRecorder,
): Service[] {
  const exact = features.exactHostLookup && input.hosts.allExact;
  const candidates = exact ? exactCandidates(input, visible, registry) : visible.seenFrom(input.configNamespace);
  const imported: Service[] = [];
  for (const service of candidates) {
    const found = importOne(service, input);
    if (found) imported.push(found);
    else recorder?.drop(notImported(service, input));
  }
  if (exact && recorder) recordOlder(input, visible, imported, recorder);
  const precedes = exact ? byAge : precedenceIn(input.configNamespace, visible);
  return oneNamespacePerHost(imported, input, features, precedes, recorder);
}

/** Listeners of exact hosts see only the service that stands for a host in its namespace. istiod 1.31 …: servicesForExactHosts */
function exactCandidates(
  { hosts, configNamespace }: ListenerInput,
  visible: VisibleServices,
  registry: Registry,
): Service[] {
  const candidates: Service[] = [];
  for (const [namespace, { exact }] of hosts.byNamespace) {
    for (const host of exact.keys()) {
      const service = registry.byHost.get(host)?.get(namespace);
      if (service && visible.isVisible(service, configNamespace)) candidates.push(service);
    }
  }
  return candidates.sort(byCreation);
}

function importOne(service: Service, { hosts, egress }: ListenerInput): Service | undefined {
  const named = hosts.byNamespace.get(service.namespace);
  if (named?.excludes(service.hostname) || hosts.any?.excludes(service.hostname)) return undefined;
  return (named && importFrom(service, named, egress)) ?? (hosts.any && importFrom(service, hosts.any, egress));
}

function importFrom(service: Service, hosts: HostSet, egress: EgressListener | undefined): Service | undefined {
  if (hosts.match(service.hostname) === undefined) return undefined;
  const port = listenerPort(egress);
  const trimmed = port === undefined ? service : withOnePort(service, port);
  return trimmed && withImportedAliases(trimmed, hosts);
}

/** The service with the listener's port alone; undefined when it has no such port. */
export function withOnePort(service: Service, number: number): Service | undefined {
  const port = service.ports.find((candidate) => candidate.number === number);
  if (!port) return undefined;
  return service.ports.length === 1 ? service : withPorts(service, [port]);
}

function withImportedAliases(service: Service, hosts: HostSet): Service {
  if (service.aliases.length === 0) return service;
  const aliases = service.aliases.filter(({ hostname }) => hosts.match(hostname) !== undefined);
  return aliases.length === service.aliases.length ? service : { ...service, aliases, original: originalOf(service) };
}

/**
 * Own namespace, then Kubernetes, then the first; without unified scoping: own namespace, then the first.
 * All services of the chosen namespace and host stay.
 */
export function oneNamespacePerHost(
  imported: readonly Service[],
  { configNamespace, index }: Pick<ListenerInput, 'configNamespace' | 'index'>,
  features: Features,
  precedes: Precedes,
  recorder?: ScopeRecorder,
): Service[] {
  const chosen = new Map<string, Service>();
  for (const service of imported) {
    const current = chosen.get(service.hostname);
    const own = service.namespace === configNamespace;
    const kubernetes =
      features.unifiedSidecarScope &&
      current !== undefined &&
      !isKubernetes(current) &&
      isKubernetes(service) &&
      current.namespace !== configNamespace;
    if (!current || own || kubernetes) chosen.set(service.hostname, service);
  }
  return imported.filter((service) => {
    const holder = chosen.get(service.hostname)!;
    if (holder.namespace === service.namespace) return true;
    if (recorder) {
      const code =
        holder.namespace === configNamespace
          ? 'own-namespace-preferred'
          : isKubernetes(holder) && !isKubernetes(service)
            ? 'kubernetes-preferred'
            : 'earlier-preferred';
      const first = imported.find(
        (other) => other.hostname === service.hostname && other.namespace === holder.namespace,
      )!;
      const { by, args } = winner(code === 'kubernetes-preferred' ? holder : first, 'metadata.namespace');
      const why = code === 'earlier-preferred' ? precedes(holder, service) : undefined;
      const reason: Reason = { code, by: why?.by ?? by, args: why ? { ...args, rule: why.rule } : args };
      recorder.drop({ service: originalOf(service), stage: 'namespace', reason, listener: index });
    }
    return false;
  });
}

function notImported(service: Service, input: ListenerInput) {
  const drop = (reason: Reason) => ({
    service: originalOf(service),
    stage: 'import' as const,
    listener: input.index,
    reason,
  });
  const named = input.hosts.byNamespace.get(service.namespace);
  const excluded = named?.excludes(service.hostname) ?? input.hosts.any?.excludes(service.hostname);
  if (excluded) {
    return drop({
      code: 'egress-excluded',
      ...field(input, `hosts[${excluded.index}]`),
      args: { host: entryText(input, excluded.index) },
    });
  }
  const matched = named?.match(service.hostname) ?? input.hosts.any?.match(service.hostname);
  if (matched !== undefined) {
    const port = listenerPort(input.egress)!;
    return drop({
      code: 'egress-port-mismatch',
      ...field(input, 'port.number'),
      args: { port, ports: service.ports.map(({ number }) => number).join(', '), host: entryText(input, matched) },
    });
  }
  return drop({
    code: 'no-egress-host',
    ...field(input, 'hosts'),
    args: { hosts: (input.egress?.hosts ?? []).join(' ') || 'none' },
  });
}

/** Services that exact look-up passes over because another of their host and namespace stands for it. */
function recordOlder(
  input: ListenerInput,
  visible: VisibleServices,
  imported: readonly Service[],
  recorder: ScopeRecorder,
) {
  const taken = new Map(imported.map((service) => [`${service.namespace}/${service.hostname}`, service]));
  for (const service of visible.seenFrom(input.configNamespace)) {
    const holder = taken.get(`${service.namespace}/${service.hostname}`);
    if (!holder) {
      if (!importOne(service, input)) recorder.drop(notImported(service, input));
    } else if (originalOf(holder) !== service) {
      recorder.drop({
        service,
        stage: 'import',
        listener: input.index,
        reason: { code: 'older-in-namespace', by: byAge(holder, service).by, args: winner(holder).args },
      });
    }
  }
}

/** The egress entry that brought a kept service in. */
export function importedBy(service: Service, input: ListenerInput): FieldRef | undefined {
  const named = input.hosts.byNamespace.get(service.namespace);
  const fromNamed =
    named && importFrom(originalOf(service), named, input.egress) ? named.match(service.hostname) : undefined;
  const index = fromNamed ?? input.hosts.any?.match(service.hostname);
  return index === undefined ? undefined : field(input, `hosts[${index}]`).by;
}

function field({ sidecar, index, egress }: ListenerInput, path: string): { by?: FieldRef } {
  return sidecar && egress ? { by: fieldOf(sidecar, `spec.egress[${index}].${path}`) } : {};
}

function entryText({ egress }: ListenerInput, index: number): string {
  return egress?.hosts?.[index] ?? '*/*';
}
