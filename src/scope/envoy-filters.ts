import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import { groupBy } from '../model/group.js';
import type { EnvoyFilter } from '../model/istio.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import { createdAt } from '../model/resource.js';
import { compareText } from '../registry/creation-order.js';
import { attachmentOf } from './policy-attachment.js';

/** EnvoyFilters by namespace, and which of them hold for a proxy. */
export class EnvoyFilters {
  readonly #byNamespace: ReadonlyMap<string, readonly EnvoyFilter[]>;
  readonly #rootNamespace: string;
  readonly #features: Features;

  constructor(objects: readonly EnvoyFilter[], { meshConfig }: ControlPlane, features: Features) {
    this.#byNamespace = groupBy(objects, namespaceOf);
    this.#rootNamespace = meshConfig.rootNamespace;
    this.#features = features;
  }

  /**
   * Those of the root namespace and the proxy's own, in the order in which their patches are applied.
   * istiod 1.28 pilot/pkg/model/push_context.go: EnvoyFilters
   */
  of(proxy: Proxy): EnvoyFilter[] {
    const root = this.#rootNamespace;
    const isRoot = (filter: EnvoyFilter) => namespaceOf(filter) === root;
    return [...new Set([root, proxy.namespace])]
      .flatMap((namespace) => this.#byNamespace.get(namespace) ?? [])
      .filter((filter) => this.#holds(filter, proxy))
      .sort(
        (a, b) =>
          (a.spec?.priority ?? 0) - (b.spec?.priority ?? 0) ||
          Number(isRoot(b)) - Number(isRoot(a)) ||
          createdAt(a) - createdAt(b) ||
          compareText(dotted(a), dotted(b)),
      );
  }

  /** Before 1.27 EnvoyFilters know no targetRefs. */
  #holds({ apiVersion, kind, metadata, spec }: EnvoyFilter, proxy: Proxy): boolean {
    const { workloadSelector, targetRefs = [] } = spec ?? {};
    if (!this.#features.envoyFilterTargets) return selects(workloadSelector?.labels, proxy.labels);
    const policy = {
      ...{ apiVersion, kind, metadata },
      spec: { targetRefs, ...(workloadSelector?.labels && { selector: { matchLabels: workloadSelector.labels } }) },
    };
    return attachmentOf(policy, proxy, this.#features, { rootNamespace: this.#rootNamespace }) === 'in-force';
  }
}

function namespaceOf({ metadata }: EnvoyFilter): string {
  return metadata.namespace ?? 'default';
}

function dotted({ metadata }: EnvoyFilter): string {
  return `${metadata.name}.${metadata.namespace ?? 'default'}`;
}
