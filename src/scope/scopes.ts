import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type { EgressListener, Sidecar } from '../model/istio.js';
import type { Proxy } from '../model/proxy.js';
import { FIRST, type Oracle } from '../model/undetermined.js';
import { originalOf } from '../model/service.js';
import type { Registry } from '../registry/registry.js';
import { ServiceCollector } from './append.js';
import { parseEgressHosts } from './egress-hosts.js';
import { hiddenFrom, type ServiceExports } from './export-to.js';
import { OpenListener } from './open-listener.js';
import { precedenceIn } from './precedence.js';
import { pullInDestinations } from './pull-in.js';
import type { ListenerScope, Scope, ScopeRecorder } from './scope.js';
import { importedBy, selectServices, type ListenerInput } from './select-services.js';
import type { Sidecars } from './sidecar-choice.js';
import type { VirtualServiceIndex } from './virtual-service-index.js';
import type { VisibleServices } from './visible-services.js';

export interface ScopeContext {
  registry: Registry;
  exports: ServiceExports;
  visible: VisibleServices;
  virtualServices: VirtualServiceIndex;
  sidecars: Sidecars;
  features: Features;
  controlPlane: ControlPlane;
}

const EVERYTHING: readonly string[] = ['*/*'];

/** Scopes of proxies, computed once for each Sidecar and namespace. */
export class Scopes {
  readonly #context: ScopeContext;
  readonly #open: OpenListener;
  readonly #memo = new Map<string, Scope>();

  constructor(context: ScopeContext) {
    this.#context = context;
    this.#open = new OpenListener(context.visible, context.features);
  }

  /** The scope of a proxy of type sidecar. */
  ofSidecar(proxy: Proxy, oracle: Oracle = FIRST, recorder?: ScopeRecorder): Scope {
    return this.#underSidecar(this.#context.sidecars.governing(proxy), proxy.namespace, oracle, recorder);
  }

  /** The scope that istiod builds for a gateway or waypoint of a namespace. */
  ofGateway(namespace: string, oracle: Oracle = FIRST, recorder?: ScopeRecorder): Scope {
    return this.#remember(`gateway ${namespace}`, oracle, recorder, () =>
      gatewayScope(namespace, this.#context, recorder),
    );
  }

  /** The scope of sidecars without Sidecar resource, which gateways of the namespace may be given instead of their own. */
  ofDefault(namespace: string, oracle: Oracle = FIRST, recorder?: ScopeRecorder): Scope {
    return this.#underSidecar(undefined, namespace, oracle, recorder);
  }

  #underSidecar(
    sidecar: Sidecar | undefined,
    namespace: string,
    oracle: Oracle,
    recorder: ScopeRecorder | undefined,
  ): Scope {
    const key = sidecar ? `${sidecar.metadata.namespace}/${sidecar.metadata.name}` : '-';
    return this.#remember(`sidecar ${key} ${namespace}`, oracle, recorder, (watched) =>
      sidecarScope(sidecar, namespace, this.#context, this.#open, watched, recorder),
    );
  }

  /** Keeps what is determined; a scope that depended on the oracle is computed anew. */
  #remember(
    key: string,
    oracle: Oracle,
    recorder: ScopeRecorder | undefined,
    compute: (oracle: Oracle) => Scope,
  ): Scope {
    if (recorder) return compute(oracle);
    const known = this.#memo.get(key);
    if (known) return known;
    let determined = true;
    const scope = compute({
      pick(options, point) {
        determined &&= options < 2;
        return oracle.pick(options, point);
      },
    });
    if (determined) this.#memo.set(key, scope);
    return scope;
  }
}

/** istiod 1.28 pilot/pkg/model/sidecar.go: initSidecarScopeInternalIndexes */
function sidecarScope(
  sidecar: Sidecar | undefined,
  configNamespace: string,
  context: ScopeContext,
  open: OpenListener,
  oracle: Oracle,
  recorder: ScopeRecorder | undefined,
): Scope {
  const { features, visible, registry, virtualServices } = context;
  if (recorder && !recorder.skipHidden) recordHidden(configNamespace, context, recorder);
  const egress: (EgressListener | undefined)[] = sidecar?.spec?.egress?.length ? sidecar.spec.egress : [undefined];
  const collector = new ServiceCollector(precedenceIn(configNamespace, visible), recorder);
  // Whoever takes notes wants to know of every service.
  const shares = !sidecar?.spec?.egress?.length && !recorder && open.suits(configNamespace);
  const listeners = egress.map((listener, index): ListenerScope => {
    const hosts = parseEgressHosts(listener ? (listener.hosts ?? []) : EVERYTHING, configNamespace, features);
    const input: ListenerInput = { index, egress: listener, hosts, configNamespace, sidecar };
    const services = shares
      ? open.select(configNamespace)
      : selectServices(input, visible, registry, features, recorder);
    if (recorder) {
      for (const service of services) {
        recorder.enter({
          service: originalOf(service),
          listener: index,
          by: importedBy(service, input),
          via: 'egress',
        });
      }
    }
    return { index, egress: listener, services, virtualServices: virtualServices.importedBy(hosts, configNamespace) };
  });
  for (const listener of listeners) {
    if (shares) open.collect(configNamespace, collector);
    else for (const service of listener.services) collector.append(service, listener.index);
    pullInDestinations(listener, configNamespace, collector, { ...context, oracle }, recorder);
  }
  return {
    namespace: configNamespace,
    ...(sidecar && { sidecar }),
    listeners,
    services: collector.services,
    byHost: collector,
    outboundMode: outboundMode(sidecar, context.controlPlane),
    ownOutboundPolicy: Boolean(sidecar?.spec?.outboundTrafficPolicy),
  };
}

/** No Sidecar, no preference for the own namespace, no destinations. istiod 1.28 …: DefaultSidecarScopeForGateway */
function gatewayScope(namespace: string, context: ScopeContext, recorder: ScopeRecorder | undefined): Scope {
  if (recorder && !recorder.skipHidden) recordHidden(namespace, context, recorder);
  const collector = new ServiceCollector(precedenceIn(namespace, context.visible), recorder);
  for (const service of context.visible.seenFrom(namespace)) {
    recorder?.enter({ service, listener: 0, by: undefined, via: 'gateway' });
    collector.append(service, 0);
  }
  return {
    namespace,
    listeners: [],
    services: collector.services,
    byHost: collector,
    outboundMode: outboundMode(undefined, context.controlPlane),
    ownOutboundPolicy: false,
  };
}

function recordHidden(namespace: string, { registry, exports }: ScopeContext, recorder: ScopeRecorder): void {
  for (const service of registry.sorted) {
    const reason = hiddenFrom(service, namespace, exports.of(service));
    if (reason) recorder.drop({ service, stage: 'visibility', reason });
  }
}

function outboundMode(sidecar: Sidecar | undefined, { meshConfig }: ControlPlane): string {
  const policy = sidecar?.spec?.outboundTrafficPolicy ?? meshConfig.outboundTrafficPolicy;
  return policy ? (policy.mode ?? 'REGISTRY_ONLY') : 'ALLOW_ANY';
}
