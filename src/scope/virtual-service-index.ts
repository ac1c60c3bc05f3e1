import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import { add, groupBy } from '../model/group.js';
import type { VirtualService } from '../model/istio.js';
import { createdAt } from '../model/resource.js';
import { compareText } from '../registry/creation-order.js';
import { mergeDelegateRoutes } from './delegates.js';
import type { EgressHosts } from './egress-hosts.js';
import { meshDefault } from './export-to.js';
import {
  destinationsFor,
  MESH_GATEWAY,
  resolveVirtualService,
  type ResolvedHttpRoute,
  type ResolvedVirtualService,
  type RouteDestination,
} from './virtual-service.js';

/** VirtualServices by whom they are exported to and which gateway they bind. */
export class VirtualServiceIndex {
  readonly all: readonly ResolvedVirtualService[];
  readonly #private = new Map<string, ResolvedVirtualService[]>();
  readonly #exported = new Map<string, ResolvedVirtualService[]>();
  readonly #public = new Map<string, ResolvedVirtualService[]>();
  readonly #features: Features;
  readonly #destinations = new Map<ResolvedVirtualService, ReadonlyMap<string, RouteDestination[]>>();
  readonly #controlPlane: ControlPlane;

  /** istiod 1.28 pilot/pkg/model/push_context.go: initVirtualServices */
  constructor(
    objects: readonly VirtualService[],
    controlPlane: ControlPlane,
    features: Features,
    ofRoutes: readonly ResolvedVirtualService[] = [],
  ) {
    this.#features = features;
    this.#controlPlane = controlPlane;
    const fallback = meshDefault(controlPlane.meshConfig.defaultVirtualServiceExportTo, features);
    const exportTo = ({ spec }: VirtualService) => (spec?.exportTo?.length ? new Set(spec.exportTo) : fallback);
    const resolved = objects.map((object) => resolveVirtualService(object, controlPlane.domainSuffix));
    this.all = [...withDelegates(resolved, exportTo), ...ofRoutes].sort(byCreation);
    for (const service of this.all) {
      const to = service.gatewaySemantics || service.ofIngress ? fallback : exportTo(service.object as VirtualService);
      for (const gateway of service.gateways) {
        if (to.has('*')) add(this.#public, gateway, service);
        if (to.has('*') || to.has('~')) continue;
        for (const target of to) {
          const own = target === '.' || target === service.namespace;
          if (own) add(this.#private, `${service.namespace}/${gateway}`, service);
          else add(this.#exported, `${target}/${gateway}`, service);
        }
      }
    }
  }

  /** Those alone that route to one of the hosts: all that scopes of these hosts depend on. */
  leadingTo(hosts: ReadonlySet<string>): VirtualServiceIndex {
    const kept = new Set(this.all.filter((one) => destinationsFor(one, undefined).some(({ host }) => hosts.has(host))));
    const narrowed = new VirtualServiceIndex([], this.#controlPlane, this.#features);
    const copy = (from: Map<string, ResolvedVirtualService[]>, to: Map<string, ResolvedVirtualService[]>) => {
      for (const [key, list] of from) for (const one of list) if (kept.has(one)) add(to, key, one);
    };
    copy(this.#private, narrowed.#private);
    copy(this.#exported, narrowed.#exported);
    copy(this.#public, narrowed.#public);
    return narrowed;
  }

  /** Those that a namespace sees for one gateway (`mesh` for sidecars): private, then exported by name, then public. */
  seenFrom(namespace: string, gateway: string): ResolvedVirtualService[] {
    return this.#listsFor(namespace, gateway).flat();
  }

  #listsFor(namespace: string, gateway: string): ResolvedVirtualService[][] {
    const key = `${namespace}/${gateway}`;
    return [this.#private.get(key) ?? [], this.#exported.get(key) ?? [], this.#public.get(gateway) ?? []];
  }

  /** Those for the mesh, of each list the routes of the own namespace first: a consumer's route overrides the producer's. */
  #meshOf(namespace: string): ResolvedVirtualService[] {
    const lists = this.#listsFor(namespace, MESH_GATEWAY);
    if (!this.#features.unifiedSidecarScope) return lists.flat();
    const isOwnRoute = (service: ResolvedVirtualService) =>
      service.gatewaySemantics === true && service.namespace === namespace;
    return lists.flatMap((list) => [...list.filter(isOwnRoute), ...list.filter((service) => !isOwnRoute(service))]);
  }

  /** Those that an egress listener imports. istiod 1.28 pilot/pkg/model/virtualservice.go: SelectVirtualServices */
  importedBy(hosts: EgressHosts, configNamespace: string): ResolvedVirtualService[] {
    const selected = new Set<ResolvedVirtualService>();
    for (const service of this.#meshOf(configNamespace)) {
      const named = hosts.byNamespace.get(service.namespace);
      const imported = service.hosts.some(
        (host) =>
          (named?.matchesVirtualService(host, service.gatewaySemantics) ||
            hosts.any?.matchesVirtualService(host, service.gatewaySemantics)) &&
          !named?.excludes(host) &&
          !hosts.any?.excludes(host),
      );
      if (imported) selected.add(service);
    }
    return [...selected];
  }

  /** The destinations for proxies of a namespace, by host; kept where all namespaces have the same. */
  destinationsByHost(
    service: ResolvedVirtualService,
    configNamespace: string,
  ): ReadonlyMap<string, readonly RouteDestination[]> {
    const known = this.#destinations.get(service);
    if (known) return known;
    const groups = groupBy(destinationsFor(service, configNamespace), ({ host }) => host);
    const forAll = service.http.every(({ match = [] }) => match.every(({ sourceNamespace }) => !sourceNamespace));
    if (forAll) this.#destinations.set(service, groups);
    return groups;
  }

  /**
   * Hosts that the routes bound to a gateway lead to; exportTo is not asked.
   * istiod 1.28 pilot/pkg/model/push_context.go: initVirtualServices (destinationsByGateway)
   */
  destinationsOfGateway(gateway: string): Map<string, RouteDestination> {
    const hosts = new Map<string, RouteDestination>();
    for (const service of this.all) {
      if (!service.gateways.includes(gateway)) continue;
      const namespace = this.#features.scopeGatewayToNamespace ? gateway.slice(0, gateway.indexOf('/')) : undefined;
      for (const destination of destinationsFor(service, namespace)) {
        if (!hosts.has(destination.host)) hosts.set(destination.host, destination);
      }
    }
    return hosts;
  }
}

/** istiod 1.28 pilot/pkg/model/config.go: sortConfigByCreationTime */
function byCreation(a: ResolvedVirtualService, b: ResolvedVirtualService): number {
  return ageOf(a) - ageOf(b) || compareText(a.name, b.name) || compareText(a.namespace, b.namespace);
}

function ageOf({ object, ofIngress }: ResolvedVirtualService): number {
  return ofIngress ? 0 : createdAt(object);
}

/** istiod 1.28 pilot/pkg/model/virtualservice.go: mergeVirtualServicesIfNeeded */
function withDelegates(
  services: readonly ResolvedVirtualService[],
  exportTo: (object: VirtualService) => ReadonlySet<string>,
): ResolvedVirtualService[] {
  const delegates = new Map(
    services
      .filter(({ hosts }) => hosts.length === 0)
      .map((service) => [`${service.namespace}/${service.name}`, service]),
  );
  const routesOf = (route: ResolvedHttpRoute, root: ResolvedVirtualService): readonly ResolvedHttpRoute[] => {
    if (!route.delegate) return [route];
    const delegate = delegates.get(`${route.delegate.namespace || root.namespace}/${route.delegate.name}`);
    if (!delegate) return [];
    const to = exportTo(delegate.object as VirtualService);
    const own = to.has('.') && delegate.namespace === root.namespace;
    if (!to.has('*') && !to.has(root.namespace) && !own) return [];
    return mergeDelegateRoutes(route, delegate.http).map((merged) => ({
      ...merged,
      mirrored: merged.mirrored.length > 0 ? merged.mirrored : route.mirrored,
    }));
  };
  return services
    .filter(({ hosts }) => hosts.length > 0)
    .map((service) =>
      service.http.some(({ delegate }) => delegate)
        ? { ...service, http: service.http.flatMap((route) => routesOf(route, service)) }
        : service,
    );
}
