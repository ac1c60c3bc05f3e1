import { groupBy } from '../model/group.js';
import type { Sidecar } from '../model/istio.js';
import { selects } from '../model/labels.js';
import type { Proxy } from '../model/proxy.js';
import { fieldOf, type FieldRef } from '../model/resource.js';
import { byObjectCreation } from '../registry/creation-order.js';

/** A Sidecar that could govern a proxy, and what became of it. */
export interface SidecarCandidate {
  sidecar: Sidecar;
  outcome: 'governs' | 'does-not-select' | 'later' | 'root-with-selector';
  by: FieldRef;
}

/** Sidecars as istiod orders them: those with a selector first, each group by creation. */
export class Sidecars {
  readonly #byNamespace: ReadonlyMap<string, Sidecar[]>;
  readonly root: Sidecar | undefined;
  readonly #rootNamespace: string;

  /** istiod 1.28 pilot/pkg/model/push_context.go: initSidecarScopes */
  constructor(objects: readonly Sidecar[], rootNamespace: string) {
    this.#rootNamespace = rootNamespace;
    const ordered = [...objects].sort(
      (a, b) => Number(!hasSelector(a)) - Number(!hasSelector(b)) || byObjectCreation(a, b),
    );
    this.#byNamespace = groupBy(ordered, ({ metadata }) => metadata.namespace ?? 'default');
    this.root = this.#byNamespace.get(rootNamespace)?.find((sidecar) => !hasSelector(sidecar));
  }

  of(namespace: string): readonly Sidecar[] {
    return this.#byNamespace.get(namespace) ?? [];
  }

  /** The first of the namespace that selects the proxy, else the root namespace's first without selector. …: doGetSidecarScope */
  governing(proxy: Proxy): Sidecar | undefined {
    return this.of(proxy.namespace).find((sidecar) => governs(sidecar, proxy)) ?? this.root;
  }

  /** Every Sidecar that was considered for a proxy, the governing one first among equals. */
  candidates(proxy: Proxy): SidecarCandidate[] {
    const chosen = this.governing(proxy);
    const local = this.of(proxy.namespace);
    const foreign = proxy.namespace === this.#rootNamespace ? [] : this.of(this.#rootNamespace);
    return [...local, ...foreign].map((sidecar) => {
      const isLocal = local.includes(sidecar);
      const by = fieldOf(sidecar, hasSelector(sidecar) ? 'spec.workloadSelector' : 'metadata.creationTimestamp');
      if (sidecar === chosen) return { sidecar, by, outcome: 'governs' };
      if (!governs(sidecar, proxy)) return { sidecar, by, outcome: 'does-not-select' };
      return { sidecar, by, outcome: !isLocal && hasSelector(sidecar) ? 'root-with-selector' : 'later' };
    });
  }
}

/** `workloadSelector: {}` is a selector that selects everything. */
export function hasSelector(sidecar: Sidecar): boolean {
  return sidecar.spec?.workloadSelector !== undefined && sidecar.spec.workloadSelector !== null;
}

function governs(sidecar: Sidecar, proxy: Proxy): boolean {
  return selects(sidecar.spec?.workloadSelector?.labels, proxy.labels);
}
