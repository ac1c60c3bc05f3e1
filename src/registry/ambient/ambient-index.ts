import type { ControlPlane } from '../../model/control-plane.js';
import type { Proxy } from '../../model/proxy.js';
import type { Features } from '../../model/features.js';
import { add, groupBy } from '../../model/group.js';
import type { Oracle } from '../../model/undetermined.js';
import type { Pod } from '../../model/kubernetes.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf, type Resource } from '../../model/resource.js';
import { originalOf, serviceKey, type Service } from '../../model/service.js';
import type { KubernetesCluster } from '../kubernetes-cluster.js';
import { capturedAddresses } from './captured.js';
import { ambientServices, type AmbientService, type LeftOut } from './ambient-services.js';
import { waypointOfWorkload, type WaypointBinding } from './waypoint-binding.js';
import { readyWaypoints, type Waypoint } from './waypoints.js';
import { NETWORK_LABEL, type NetworkOf } from '../network-lookup.js';

/** What istiod's ambient index answers: who is bound to which waypoint, and who is reached through HBONE. */
export class AmbientIndex {
  readonly services: readonly AmbientService[];
  /** What does not exist in ambient, by the object. */
  readonly leftOut: ReadonlyMap<Resource, LeftOut[]>;
  /** In which network something is known by an address. */
  readonly networkOf: NetworkOf;
  readonly #config: KubernetesCluster;
  readonly #waypoints: ReadonlyMap<string, Waypoint>;
  readonly #byKey = new Map<string, AmbientService>();
  readonly #byWaypoint = new Map<string, AmbientService[]>();
  readonly #byAddress = new Map<string, AmbientService>();
  readonly #captured: ReadonlySet<string>;

  constructor(config: KubernetesCluster, controlPlane: ControlPlane, features: Features, oracle: Oracle) {
    this.#config = config;
    this.#waypoints = readyWaypoints(config.admitted, features);
    const found = ambientServices(config.admitted, controlPlane, features, oracle, this.#waypoints);
    const ofSystem = config.admitted.namespaces.get(controlPlane.namespace)?.metadata.labels?.[NETWORK_LABEL] ?? '';
    this.networkOf = features.ambientNetworkOfSystem ? () => ofSystem : config.networkOf;
    this.services = found.services;
    this.leftOut = groupBy(found.leftOut, ({ source }) => source);
    for (const service of this.services) {
      const key = `${service.namespace}/${service.hostname}`;
      if (!this.#byKey.has(key)) this.#byKey.set(key, service);
      for (const address of service.addresses) {
        if (!this.#byAddress.has(address)) this.#byAddress.set(address, service);
      }
      if (service.selectsGateways) continue;
      const { waypoint } = service.binding;
      if (waypoint?.hostname !== undefined)
        add(this.#byWaypoint, `${waypoint.namespace}/${waypoint.hostname}`, service);
      else if (waypoint?.ip !== undefined)
        add(this.#byWaypoint, atIp(this.networkOf(waypoint.ip, undefined), waypoint.ip), service);
    }
    this.#captured = capturedAddresses(config.admitted, this.networkOf, this.services, features);
  }

  /**
   * The services bound to a waypoint that is reached by these services of its namespace. By its IP a waypoint is known in one
   * network alone. …: ServicesForWaypoint
   */
  ownedBy(
    { namespace, network = '' }: Proxy,
    targets: readonly Service[],
    reachedAt: (target: Service) => readonly string[],
  ): AmbientService[] {
    const owned = new Set<AmbientService>();
    for (const target of targets) {
      for (const key of [`${namespace}/${target.hostname}`, ...reachedAt(target).map((ip) => atIp(network, ip))]) {
        for (const service of this.#byWaypoint.get(key) ?? []) owned.add(service);
      }
    }
    return [...owned];
  }

  /** Those of scope GLOBAL, and waypoints that own such. …: AllLocalNetworkGlobalServices */
  global(): AmbientService[] {
    return this.services.filter(({ isGlobal, namespace, hostname }) => {
      const owned = this.#byWaypoint.get(`${namespace}/${hostname}`) ?? [];
      return isGlobal || owned.some((service) => service.isGlobal);
    });
  }

  of(service: Service): AmbientService | undefined {
    return this.#byKey.get(serviceKey(service));
  }

  /** Why no waypoint takes a service; undefined where one does. */
  whyUnbound(service: Service): Reason | undefined {
    const { source } = originalOf(service);
    const left = this.leftOut.get(source)?.find(({ hostname }) => hostname === service.hostname);
    if (left) return left.reason;
    const known = this.of(service);
    if (!known) return { code: 'remote-not-in-ambient', by: fieldOf(source, ''), args: {} };
    const { refusal, waypoint } = known.binding;
    if (waypoint && known.selectsGateways) return selectsGateways(source);
    if (refusal || waypoint) return refusal;
    return { code: 'no-waypoint', by: fieldOf(source, 'metadata.labels["istio.io/use-waypoint"]'), args: {} };
  }

  /** Which waypoint requests to a Pod's own address pass. */
  bindingOfPod(pod: Pod): WaypointBinding {
    const namespace = this.#config.admitted.namespaces.get(pod.metadata.namespace ?? 'default');
    return waypointOfWorkload(pod, namespace, this.#waypoints);
  }

  /** The hostname of the Service through which a bound service's waypoint is reached. …/sidecar_interop.go: ServicesWithWaypoint */
  waypointHost({ binding: { waypoint } }: AmbientService): string | undefined {
    if (waypoint?.hostname !== undefined || waypoint?.ip === undefined) return waypoint?.hostname;
    return this.#byAddress.get(waypoint.ip)?.hostname;
  }

  /** Whether the node agent captures the workload at an address, which is what makes HBONE possible. */
  isCaptured(network: string, address: string): boolean {
    return this.#captured.has(`${network}/${address}`);
  }
}

function selectsGateways(source: Resource): Reason {
  const path = source.kind === 'Service' ? 'spec.selector' : 'spec.workloadSelector';
  return { code: 'waypoint-of-waypoint', by: fieldOf(source, path), args: {} };
}

function atIp(network: string, ip: string): string {
  return `${network} ${ip}`;
}
