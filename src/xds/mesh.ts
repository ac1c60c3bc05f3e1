import { clusterIdOf, type ControlPlane } from '../model/control-plane.js';
import { featuresOf, type Features } from '../model/features.js';
import type { AuthorizationPolicy, EnvoyFilter, Telemetry } from '../model/istio.js';
import { add } from '../model/group.js';
import type { Pod } from '../model/kubernetes.js';
import type { Proxy } from '../model/proxy.js';
import type { Resource } from '../model/resource.js';
import type { Snapshot } from '../model/snapshot.js';
import { FIRST, outcomes, type Oracle, type Outcome } from '../model/undetermined.js';
import type { Admitted } from '../registry/admit.js';
import { kubernetesCluster, type KubernetesCluster } from '../registry/kubernetes-cluster.js';
import { buildRegistry } from '../registry/registry.js';
import { EnvoyFilters } from '../scope/envoy-filters.js';
import { patchesOf, type Patch } from './envoy-filters/patches.js';
import { CustomPolicies } from './ext-authz/custom-policies.js';
import { roleOf, type PodRole } from './proxies.js';
import { Telemetries } from './telemetry/telemetries.js';
import { World, type ProxyConfig } from './world.js';

interface PodOfCluster {
  pod: Pod;
  cluster: KubernetesCluster;
}

/** The engine on one snapshot, as one istiod sees it. */
export class Mesh {
  readonly snapshot: Snapshot;
  readonly controlPlane: ControlPlane;
  readonly features: Features;
  /** The config cluster first. */
  readonly clusters: readonly KubernetesCluster[];
  #worlds: Outcome<World>[] | undefined;
  #pods: Map<string, PodOfCluster[]> | undefined;
  readonly #proxies = new Map<string, readonly Proxy[]>();
  #customPolicies: CustomPolicies | undefined;
  #envoyFilters: EnvoyFilters | undefined;
  #telemetries: Telemetries | undefined;

  constructor(snapshot: Snapshot, controlPlane: ControlPlane) {
    this.snapshot = snapshot;
    this.controlPlane = controlPlane;
    this.features = featuresOf(controlPlane.version, controlPlane.env);
    const cluster = (name: string, resources: readonly Resource[]) =>
      kubernetesCluster(name, resources, controlPlane, this.features, snapshot.invalid);
    this.clusters = [
      cluster(clusterIdOf(controlPlane), snapshot.resources),
      ...(snapshot.remotes ?? []).map(({ name, resources }) => cluster(name, resources)),
    ];
  }

  /** What istiod reads of its config cluster. */
  get admitted(): Admitted {
    return this.clusters[0]!.admitted;
  }

  /** The Kubernetes cluster that a proxy runs in. */
  clusterOf({ cluster }: Proxy): KubernetesCluster {
    return this.clusters.find(({ id }) => id === cluster) ?? this.clusters[0]!;
  }

  /** Every state that istiod may be in; the first is the one to show. */
  get worlds(): readonly Outcome<World>[] {
    this.#worlds ??= outcomes(
      (oracle) =>
        new World(
          this,
          buildRegistry(this.clusters, this.snapshot.remotesInOrder ?? false, this.controlPlane, this.features, oracle),
          oracle,
        ),
    );
    return this.#worlds;
  }

  get world(): World {
    return this.worlds[0]!.result;
  }

  get customPolicies(): CustomPolicies {
    this.#customPolicies ??= new CustomPolicies(
      this.admitted.of<AuthorizationPolicy>('AuthorizationPolicy'),
      this.controlPlane,
      this.features,
    );
    return this.#customPolicies;
  }

  get envoyFilters(): EnvoyFilters {
    this.#envoyFilters ??= new EnvoyFilters(
      this.admitted.of<EnvoyFilter>('EnvoyFilter'),
      this.controlPlane,
      this.features,
    );
    return this.#envoyFilters;
  }

  get telemetries(): Telemetries {
    this.#telemetries ??= new Telemetries(this.admitted.of<Telemetry>('Telemetry'), this.controlPlane, this.features);
    return this.#telemetries;
  }

  roleOf(pod: Pod, cluster = this.clusters[0]!): PodRole {
    return roleOf(pod, cluster, this.clusters.length > 1);
  }

  /** Proxies of a namespace, by name. */
  proxiesOf(namespace: string): readonly Proxy[] {
    let found = this.#proxies.get(namespace);
    if (!found) {
      const roles = (this.#podsByNamespace().get(namespace) ?? []).map(({ pod, cluster }) => this.roleOf(pod, cluster));
      found = roles.flatMap((role) => ('proxy' in role ? [role.proxy] : []));
      this.#proxies.set(namespace, found);
    }
    return found;
  }

  get proxies(): readonly Proxy[] {
    return [...this.#podsByNamespace().keys()].flatMap((namespace) => this.proxiesOf(namespace));
  }

  /** The patches of EnvoyFilters that hold for a proxy. */
  patchesFor(proxy: Proxy, oracle: Oracle = FIRST): Patch[] {
    return patchesOf(this.envoyFilters.of(proxy), proxy, this.controlPlane.version, oracle);
  }

  /** Every configuration that istiod may send to a proxy, and what decides; the first is the likeliest. */
  outcomesFor(proxy: Proxy): Outcome<ProxyConfig>[] {
    return this.worlds.flatMap((world) =>
      outcomes((oracle) => world.result.configOf(proxy, oracle)).map(({ result, points }) => ({
        result,
        points: [...world.points, ...points],
      })),
    );
  }

  /** Pods of namespaces that istiod does not discover still connect to it. */
  #podsByNamespace(): Map<string, PodOfCluster[]> {
    if (this.#pods) return this.#pods;
    this.#pods = new Map();
    const { resources, remotes = [] } = this.snapshot;
    for (const [i, ofCluster] of [resources, ...remotes.map((remote) => remote.resources)].entries()) {
      for (const resource of ofCluster) {
        if (resource.kind !== 'Pod') continue;
        add(this.#pods, resource.metadata.namespace ?? 'default', { pod: resource as Pod, cluster: this.clusters[i]! });
      }
    }
    return this.#pods;
  }
}
