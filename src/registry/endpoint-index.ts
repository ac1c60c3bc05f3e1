import type { Features } from '../model/features.js';
import type { Undetermined } from '../model/undetermined.js';
import type { Service } from '../model/service.js';
import { factorial, permutation } from '../model/undetermined.js';
import type { Endpoint } from './endpoint.js';
import { joinInstances, type EntryInstances } from './entry-endpoints.js';
import { isExportedToNone } from './kubernetes-service.js';
import { add } from '../model/group.js';

/** The possible endpoint lists of one namespace and host; the first is the likeliest. */
export interface EndpointLists {
  lists: readonly (readonly Endpoint[])[];
  /** Why there are several. */
  point?: Undetermined;
}

/** What one Kubernetes cluster knows of a namespace and host. */
export interface ClusterEndpoints {
  /** The cluster's own copy. */
  service: Service | undefined;
  fromSlices: readonly Endpoint[];
  /** WorkloadEntries that the Service selects. */
  selected: readonly Endpoint[];
}

const EMPTY: EndpointLists = { lists: [[]] };

/** All endpoints, keyed by namespace and host whatever object made them, as istiod shards them. */
export class EndpointIndex {
  readonly #kubernetes: ReadonlyMap<string, readonly ClusterEndpoints[]>;
  readonly #entries: ReadonlyMap<string, EntryInstances[]>;
  readonly #services: ReadonlyMap<string, readonly Service[]>;
  readonly #features: Features;
  readonly #known = new Map<string, EndpointLists>();
  readonly #byPort = new Map<string, Map<number, Endpoint[]>[]>();

  constructor(parts: {
    /** Of each Kubernetes cluster that has any. */
    kubernetes: ReadonlyMap<string, readonly ClusterEndpoints[]>;
    entries: ReadonlyMap<string, EntryInstances[]>;
    /** Services of a namespace and host, oldest first. */
    services: ReadonlyMap<string, readonly Service[]>;
    features: Features;
  }) {
    this.#kubernetes = parts.kubernetes;
    this.#entries = parts.entries;
    this.#services = parts.services;
    this.#features = parts.features;
  }

  /** Everything that istiod knows of `namespace/host`, healthy or not. */
  of(key: string): EndpointLists {
    let known = this.#known.get(key);
    if (!known) {
      const sources = [this.#ofKubernetes(key), this.#ofEntries(key)].filter((lists) => lists !== undefined);
      known = sources.length > 0 ? sources.reduce(combine) : EMPTY;
      this.#known.set(key, known);
    }
    return known;
  }

  /**
   * Endpoints of DNS clusters by service port: entries count by port number, Kubernetes endpoints by port name; of several
   * services with one namespace and host each replaces the ports it has.
   * istiod 1.28 pilot/pkg/model/endpointshards.go: CopyEndpoints, push_context.go: initServiceRegistry
   */
  ofPort(key: string, port: number): EndpointLists {
    const all = this.of(key);
    let byPort = this.#byPort.get(key);
    if (!byPort) {
      byPort = all.lists.map((list) => this.#groupByPort(key, list));
      this.#byPort.set(key, byPort);
    }
    return { ...all, lists: byPort.map((group) => group.get(port) ?? []) };
  }

  /** What each host of a ServiceEntry brings to `namespace/host`. */
  instancesOf(key: string): readonly EntryInstances[] {
    return this.#entries.get(key) ?? [];
  }

  #groupByPort(key: string, endpoints: readonly Endpoint[]): Map<number, Endpoint[]> {
    const groups = new Map<number, Endpoint[]>();
    for (const { ports } of this.#services.get(key) ?? []) {
      const numbers = new Set(ports.map(({ number }) => number));
      const byName = new Map(ports.map(({ name, number }) => [name, number]));
      const own = new Map<number, Endpoint[]>();
      for (const endpoint of endpoints) {
        const number = endpoint.servicePort ?? byName.get(endpoint.portName);
        if (number === undefined || !numbers.has(number)) continue;
        add(own, number, endpoint);
      }
      for (const [number, list] of own) groups.set(number, list);
    }
    return groups;
  }

  #ofKubernetes(key: string): EndpointLists | undefined {
    const parts = this.#kubernetes.get(key);
    return parts?.map((part) => this.#ofCluster(key, part)).reduce(combine);
  }

  #ofCluster(key: string, { service, fromSlices, selected }: ClusterEndpoints): EndpointLists {
    const hidden = this.#features.hiddenServiceEndpointsStale && service && isExportedToNone(service.source);
    if (!hidden || fromSlices.length === 0) return { lists: [[...fromSlices, ...selected]] };
    if (!this.#features.selectWorkloadEntries) return { lists: [[]] };
    return {
      lists: [[...fromSlices, ...selected], selected, []],
      point: { code: 'hidden-endpoints', because: `Service ${key} is exported to ~`, host: service.hostname },
    };
  }

  #ofEntries(key: string): EndpointLists | undefined {
    const entries = this.#entries.get(key);
    if (!entries) return undefined;
    const inOrder = joinInstances(entries);
    const contested = entries.length > 1 && entries.some(({ service }) => service.resolution === 'DNSRoundRobin');
    if (!contested || this.#features.entryInstancesInOrder) return { lists: [inOrder] };
    const orders = Math.min(factorial(entries.length), 24);
    const lists = new Map<string, Endpoint[]>();
    for (let order = 0; order < orders; order++) {
      const joined = joinInstances(permutation(entries, order));
      lists.set(
        joined
          .map(({ address, port, portName }) => `${address}:${port}/${portName}`)
          .sort()
          .join(' '),
        joined,
      );
    }
    const host = entries[0]!.service.hostname;
    return {
      lists: [...lists.values()],
      ...(lists.size > 1 && {
        point: { code: 'round-robin-order', because: `several ServiceEntries of one namespace claim ${host}`, host },
      }),
    };
  }
}

function combine(a: EndpointLists, b: EndpointLists): EndpointLists {
  const point = a.point ?? b.point;
  return { lists: a.lists.flatMap((left) => b.lists.map((right) => [...left, ...right])), ...(point && { point }) };
}
