import type { Features } from '../model/features.js';
import type { Service } from '../model/service.js';
import { ServiceCollector } from './append.js';
import { precedenceIn } from './precedence.js';
import { oneNamespacePerHost } from './select-services.js';
import type { VisibleServices } from './visible-services.js';

/**
 * What a listener that imports everything gives, where no Sidecar narrows it: the public services, selected and collected once for all
 * namespaces, after those that only one namespace sees. The same as `selectServices` and `append`, for the namespaces that it suits.
 */
export class OpenListener {
  readonly #visible: VisibleServices;
  readonly #features: Features;
  #shared: Shared | undefined;

  constructor(visible: VisibleServices, features: Features) {
    this.#visible = visible;
    this.#features = features;
  }

  /** Whether the public services are to a namespace what they are to most: it prefers none for being its own, and adds to none. */
  suits(namespace: string): boolean {
    const { hosts, preferring } = this.#public();
    if (preferring.has(namespace)) return false;
    return this.#visible.exclusiveTo(namespace).every(({ hostname }) => !hosts.get(hostname));
  }

  select(namespace: string): Service[] {
    return [...this.#exclusive(namespace), ...this.#public().selected];
  }

  collect(namespace: string, collector: ServiceCollector): void {
    for (const service of this.#exclusive(namespace)) collector.append(service, 0);
    collector.appendAll(this.#public().hosts);
  }

  #exclusive(configNamespace: string): Service[] {
    const services = this.#visible.exclusiveTo(configNamespace);
    const precedes = precedenceIn(configNamespace, this.#visible);
    return oneNamespacePerHost(services, { configNamespace, index: 0 }, this.#features, precedes);
  }

  #public(): Shared {
    this.#shared ??= share(this.#visible, this.#features);
    return this.#shared;
  }
}

interface Shared {
  selected: readonly Service[];
  hosts: ServiceCollector;
  /** Namespaces with a service whose hostname another namespace is chosen for, unless it is asked for by themselves. */
  preferring: ReadonlySet<string>;
}

function share(visible: VisibleServices, features: Features): Shared {
  const services = visible.public;
  const precedes = precedenceIn('', visible);
  const selected = oneNamespacePerHost(services, { configNamespace: '', index: 0 }, features, precedes);
  const hosts = new ServiceCollector(precedes);
  for (const service of selected) hosts.append(service, 0);
  const preferring = new Set<string>();
  for (const { hostname, namespace } of services) {
    if (hosts.get(hostname)!.namespace !== namespace) preferring.add(namespace);
  }
  return { selected, hosts, preferring };
}
