import type { Features } from '../model/features.js';
import { add } from '../model/group.js';
import type { Service } from '../model/service.js';
import type { ServiceExports } from './export-to.js';

/** Which services a namespace sees, in the order in which istiod considers them. */
export class VisibleServices {
  readonly #exclusive = new Map<string, Service[]>();
  /** Seen by every namespace. */
  readonly public: readonly Service[];
  readonly #exports: ServiceExports;
  readonly #features: Features;

  /**
   * Before 1.30.3 private services come before those exported by name; after, both are one list in order of creation.
   * A service exported to `.` and to its own namespace by name is listed twice before 1.30.3.
   * istiod 1.28 pilot/pkg/model/push_context.go: initServiceRegistry, servicesExportedToNamespace
   */
  constructor(sorted: readonly Service[], exports: ServiceExports, features: Features) {
    this.#exports = exports;
    this.#features = features;
    const named = new Map<string, Service[]>();
    const everyones: Service[] = [];
    for (const service of sorted) {
      const to = exports.toOf(service);
      if (to.has('*')) everyones.push(service);
      if (to.has('*') || to.has('~')) continue;
      let own = false;
      for (const target of to) {
        const isOwn = target === '.' || target === service.namespace;
        if (isOwn && own && features.fullDefaultExportTo) continue;
        own ||= isOwn;
        const lists = isOwn || features.fullDefaultExportTo ? this.#exclusive : named;
        add(lists, isOwn ? service.namespace : target, service);
      }
    }
    this.public = everyones;
    for (const [namespace, services] of named) {
      this.#exclusive.set(namespace, [...(this.#exclusive.get(namespace) ?? []), ...services]);
    }
  }

  /** Private and exported by name first, then public. */
  *seenFrom(namespace: string): Iterable<Service> {
    yield* this.exclusiveTo(namespace);
    yield* this.public;
  }

  /** Private and exported by name: what a namespace sees besides the public services. */
  exclusiveTo(namespace: string): readonly Service[] {
    return this.#exclusive.get(namespace) ?? [];
  }

  /** Where a service stands in that order: 0 is private, 1 exported by name, 2 public. From 1.30.3 the first two are one. */
  classOf(service: Service, namespace: string): 0 | 1 | 2 {
    if (this.#exports.toOf(service).has('*')) return 2;
    return service.namespace === namespace && !this.#features.fullDefaultExportTo ? 0 : 1;
  }

  /**
   * Whether a destination of a VirtualService may be taken from this service.
   * istiod 1.28 pilot/pkg/model/push_context.go: IsServiceVisible
   */
  isVisible(service: Service, namespace: string): boolean {
    const to = this.#exports.toOf(service);
    return to.has('*') || (to.has('.') && service.namespace === namespace) || to.has(namespace);
  }
}
