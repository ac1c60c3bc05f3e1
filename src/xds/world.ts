import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import type {
  DestinationRule,
  Gateway,
  PeerAuthentication,
  RequestAuthentication,
  Sidecar,
  VirtualService,
} from '../model/istio.js';
import type { Proxy } from '../model/proxy.js';
import type { Service } from '../model/service.js';
import type { Oracle } from '../model/undetermined.js';
import { AmbientIndex } from '../registry/ambient/ambient-index.js';
import type { Admitted } from '../registry/admit.js';
import type { KubernetesCluster } from '../registry/kubernetes-cluster.js';
import type { Registry } from '../registry/registry.js';
import { rowsByHost } from '../registry/rows-by-host.js';
import { DestinationRuleIndex } from '../scope/destination-rules.js';
import { ServiceExports } from '../scope/export-to.js';
import {
  convertGatewayApi,
  type ConvertedGatewayApi,
  type ServiceGateway,
} from '../scope/gateway-api/convert-gateway-api.js';
import type { EnvoyFilters } from '../scope/envoy-filters.js';
import { extraServices, filterForGateway } from '../scope/gateway-filter.js';
import { bindGateways, type GatewayBinding } from '../scope/gateways.js';
import { convertIngresses, type ConvertedIngresses } from '../scope/ingress/convert-ingress.js';
import type { Scope, ScopeRecorder } from '../scope/scope.js';
import { Scopes } from '../scope/scopes.js';
import { Sidecars } from '../scope/sidecar-choice.js';
import { VirtualServiceIndex } from '../scope/virtual-service-index.js';
import { VisibleServices } from '../scope/visible-services.js';
import { buildClusters, buildSniClusters } from './build-clusters.js';
import type { ClusterContext } from './cluster-context.js';
import { inboundClusters } from './waypoint/inbound-clusters.js';
import { internalClusters, type InternalCluster } from './waypoint/internal-clusters.js';
import { outboundServices } from './waypoint/outbound-services.js';
import { ownedServices } from './waypoint/owned-services.js';
import { recordUnowned } from './waypoint/record-unowned.js';
import type { Cluster } from './cluster.js';
import { edsEndpoints } from './eds-endpoints.js';
import { sentClusters } from './envoy-filters/sent-clusters.js';
import { staticClusters } from './static-clusters.js';
import { ClusterLocalHosts } from './cluster-local.js';
import { ClusterPatches, type AddedCluster } from './envoy-filters/cluster-patches.js';
import type { Patch } from './envoy-filters/patches.js';
import {
  extAuthzProviders,
  providerReferences,
  type ExtAuthzProvider,
  type ProviderReference,
} from './ext-authz/providers.js';
import { PeerAuthentications } from './mutual-tls.js';

/** What a mesh gives to each of its possible worlds. */
export interface WorldSource {
  readonly admitted: Admitted;
  readonly controlPlane: ControlPlane;
  readonly features: Features;
  readonly clusters: readonly KubernetesCluster[];
  readonly envoyFilters: EnvoyFilters;
  clusterOf: (proxy: Proxy) => KubernetesCluster;
  proxiesOf: (namespace: string) => readonly Proxy[];
  patchesFor: (proxy: Proxy, oracle: Oracle) => readonly Patch[];
}

/** What istiod configures for one proxy. */
export interface ProxyConfig {
  proxy: Proxy;
  scope: Scope;
  binding?: GatewayBinding;
  /** The services that clusters are made from: the scope's, or what a filtered gateway keeps of them. */
  services: readonly Service[];
  clusters: readonly Cluster[];
  /** What a waypoint owns: the services that its inbound-vip clusters are made from. */
  owned?: readonly Service[];
  /** What a waypoint's listeners are made from: the same, but where several namespaces share a hostname. */
  listened?: readonly Service[];
  /** The clusters of a waypoint that belong to no service. */
  internal?: readonly InternalCluster[];
  /** The patches of EnvoyFilters that hold for it, in order. */
  patches: readonly Patch[];
  /** The clusters that EnvoyFilters add. */
  added: readonly AddedCluster[];
  /** Clusters that every proxy of its type has: BlackHoleCluster and the like. */
  staticClusters: readonly string[];
  /** The state of istiod that this was computed in. */
  world: World;
}

/** One possible state of istiod: usually the only one. Indexes are built once; scopes are remembered. */
export class World {
  readonly registry: Registry;
  readonly exports: ServiceExports;
  readonly visible: VisibleServices;
  /** What Gateways and routes of the Gateway API came to. */
  readonly gatewayApi: ConvertedGatewayApi;
  /** What Ingresses came to. */
  readonly ingresses: ConvertedIngresses;
  /** Istio's, and one for each Ingress and each listener of the Gateway API. */
  readonly gateways: readonly ServiceGateway[];
  readonly virtualServices: VirtualServiceIndex;
  /** Bindings to waypoints; only where istiod runs with ambient. */
  readonly ambient: AmbientIndex | undefined;
  readonly rules: DestinationRuleIndex;
  readonly sidecars: Sidecars;
  readonly scopes: Scopes;
  readonly #source: WorldSource;
  readonly #clusterContext: ClusterContext;
  readonly #asked = new WeakMap<readonly Service[], { hosts: ReadonlySet<string>; found: readonly Service[] }>();
  #providers: ReadonlyMap<string, ExtAuthzProvider> | undefined;
  #providerReferences: readonly ProviderReference[] | undefined;
  #rowsByHost: ReadonlyMap<string, readonly Service[]> | undefined;

  constructor(source: WorldSource, registry: Registry, oracle: Oracle, virtualServices?: VirtualServiceIndex) {
    const { admitted, controlPlane, features } = source;
    this.#source = source;
    this.registry = registry;
    this.exports = new ServiceExports(controlPlane, features, admitted.namespaces);
    this.visible = new VisibleServices(registry.sorted, this.exports, features);
    this.gatewayApi = convertGatewayApi({ admitted, registry, controlPlane, features });
    this.ingresses = convertIngresses(admitted, controlPlane, features, oracle);
    this.gateways = [...admitted.of<Gateway>('Gateway'), ...this.gatewayApi.gateways, ...this.ingresses.gateways];
    this.virtualServices =
      virtualServices ??
      new VirtualServiceIndex(admitted.of<VirtualService>('VirtualService'), controlPlane, features, [
        ...this.gatewayApi.virtualServices,
        ...this.ingresses.virtualServices,
      ]);
    this.rules = new DestinationRuleIndex(admitted.of<DestinationRule>('DestinationRule'), controlPlane, features);
    this.sidecars = new Sidecars(admitted.of<Sidecar>('Sidecar'), controlPlane.meshConfig.rootNamespace);
    this.scopes = new Scopes({
      registry,
      exports: this.exports,
      visible: this.visible,
      virtualServices: this.virtualServices,
      sidecars: this.sidecars,
      features,
      controlPlane,
    });
    this.ambient = features.ambient ? new AmbientIndex(source.clusters[0]!, controlPlane, features, oracle) : undefined;
    const peerAuthentications = new PeerAuthentications(
      admitted.of<PeerAuthentication>('PeerAuthentication'),
      controlPlane,
    );
    this.#clusterContext = {
      registry,
      rules: this.rules,
      peerAuthentications,
      clusterLocal: new ClusterLocalHosts(controlPlane),
      controlPlane,
      features,
      ...(this.ambient && { ambient: this.ambient }),
    };
  }

  get clusterContext(): ClusterContext {
    return this.#clusterContext;
  }

  /** Every Service and ServiceEntry of a hostname, oldest first. */
  get rowsByHost(): ReadonlyMap<string, readonly Service[]> {
    this.#rowsByHost ??= rowsByHost(this.registry.sorted);
    return this.#rowsByHost;
  }

  /** The ext_authz providers of the mesh config by name, with the clusters that they stand for. */
  get providers(): ReadonlyMap<string, ExtAuthzProvider> {
    const { controlPlane, features } = this.#source;
    this.#providers ??= extAuthzProviders(controlPlane, this.registry, features);
    return this.#providers;
  }

  /** Every provider of the mesh config that names a service, of whatever kind. */
  get providerReferences(): readonly ProviderReference[] {
    this.#providerReferences ??= providerReferences(this.#source.controlPlane, this.registry);
    return this.#providerReferences;
  }

  scopeOf(proxy: Proxy, oracle: Oracle, recorder?: ScopeRecorder): Scope {
    if (proxy.type === 'sidecar') return this.scopes.ofSidecar(proxy, oracle, recorder);
    return this.#takesDefaultScope(proxy, oracle)
      ? this.scopes.ofDefault(proxy.namespace, oracle, recorder)
      : this.scopes.ofGateway(proxy.namespace, oracle, recorder);
  }

  /** The Gateways that a router serves. */
  bindingOf(router: Proxy, oracle: Oracle): GatewayBinding | undefined {
    const { controlPlane, features } = this.#source;
    const { admitted } = this.#source.clusterOf(router);
    return bindGateways(router, this.gateways, admitted, controlPlane.domainSuffix, features, oracle);
  }

  /** With `hosts`, only the clusters of these are built: where few are asked about, that is most of the work. */
  configOf(proxy: Proxy, oracle: Oracle, recorder?: ScopeRecorder, hosts?: ReadonlySet<string>): ProxyConfig {
    const { admitted, controlPlane, features } = this.#source;
    const scope = this.scopeOf(proxy, oracle, recorder);
    const binding = proxy.type === 'router' ? this.bindingOf(proxy, oracle) : undefined;
    const filterContext = {
      virtualServices: this.virtualServices,
      requestAuthentications: admitted.of<RequestAuthentication>('RequestAuthentication'),
      envoyFilters: this.#source.envoyFilters,
      features,
      controlPlane,
    };
    const context = { ...this.#clusterContext, byHost: scope.byHost };
    if (proxy.type === 'waypoint') return this.#waypointConfig(proxy, scope, context, filterContext, oracle, recorder);
    const services =
      proxy.type === 'router' && features.filterGatewayClusters
        ? filterForGateway(scope, binding, proxy, filterContext, recorder)
        : scope.services;
    const asked = (all: readonly Service[]) => (hosts ? this.#ofHosts(all, hosts) : all);
    const outbound = buildClusters(asked(services), proxy, scope.namespace, context, recorder);
    const sni = binding?.autoPassthrough
      ? buildSniClusters(asked(scope.services), proxy, scope.namespace, context)
      : [];
    const patches = this.#source.patchesFor(proxy, oracle);
    return {
      proxy,
      scope,
      ...(binding && { binding }),
      services,
      patches,
      ...sentClusters(
        { outbound, sni, fixed: staticClusters(proxy, scope, features) },
        proxy.type,
        new ClusterPatches(patches, features, edsEndpoints(proxy, scope, context)),
        features,
        recorder,
      ),
      world: this,
    };
  }

  /** Proxies of a namespace share a scope, so that its services are looked through once. */
  #ofHosts(services: readonly Service[], hosts: ReadonlySet<string>): readonly Service[] {
    const known = this.#asked.get(services);
    if (known?.hosts === hosts) return known.found;
    const found = services.filter(({ hostname }) => hosts.has(hostname));
    this.#asked.set(services, { hosts, found });
    return found;
  }

  #waypointConfig(
    proxy: Proxy,
    scope: Scope,
    context: ClusterContext,
    filterContext: Parameters<typeof extraServices>[1],
    oracle: Oracle,
    recorder: ScopeRecorder | undefined,
  ): ProxyConfig {
    const { features } = this.#source;
    const { ambient } = this;
    const { owned, listened } = ambient
      ? ownedServices(proxy, ambient, this.registry, this.#source.clusterOf(proxy), features, oracle)
      : { owned: [], listened: [] };
    const services = outboundServices(
      scope,
      owned,
      this.virtualServices,
      extraServices(proxy, filterContext),
      recorder,
    );
    if (recorder) recordUnowned(proxy, scope, owned, services, ambient, this.#source.controlPlane, features, recorder);
    const outbound = buildClusters(services, proxy, scope.namespace, context, recorder);
    const inbound = inboundClusters(owned, proxy, scope.namespace, context, recorder);
    const internal = internalClusters(proxy, features);
    const patches = this.#source.patchesFor(proxy, oracle);
    return {
      proxy,
      scope,
      services,
      owned,
      listened,
      internal,
      patches,
      ...sentClusters(
        { outbound, inbound, fixed: { outbound: [], inbound: [], unpatched: internal.map(({ name }) => name) } },
        proxy.type,
        new ClusterPatches(patches, features, edsEndpoints(proxy, scope, context)),
        features,
        recorder,
      ),
      world: this,
    };
  }

  /**
   * A gateway is given the default sidecar scope of its namespace when istiod computed that first: for a sidecar of the
   * namespace that no Sidecar resource governs. istiod 1.28 pilot/pkg/model/push_context.go: doGetSidecarScope
   */
  #takesDefaultScope(gateway: Proxy, oracle: Oracle): boolean {
    if (this.sidecars.root) return false;
    const beside = this.#source
      .proxiesOf(gateway.namespace)
      .some((proxy) => proxy.type === 'sidecar' && !this.sidecars.governing(proxy));
    if (!beside) return false;
    const because = `sidecars of namespace ${gateway.namespace} have no Sidecar resource, and a gateway that is served after one of them takes over their scope`;
    return oracle.pick(2, { code: 'gateway-scope', because }) === 1;
  }
}
