import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import { expandShortName, isWildcard, mostSpecific } from '../model/host.js';
import type { DestinationRule, Subset, TrafficPolicy } from '../model/istio.js';
import { sameLabels, selects, type Labels } from '../model/labels.js';
import type { Service } from '../model/service.js';
import { byObjectCreation } from '../registry/creation-order.js';

/** DestinationRules of one host that istiod treats as one. */
export interface MergedRule {
  /** The oldest: its name stands for the whole. */
  object: DestinationRule;
  /** All that were merged, oldest first. */
  from: DestinationRule[];
  namespace: string;
  selector: Labels | undefined;
  exportTo: ReadonlySet<string>;
  trafficPolicy: TrafficPolicy | undefined;
  subsets: Subset[];
}

/** What the rule says of a subset; the empty name stands for none. */
export function subsetOf(rule: MergedRule | undefined, name: string): Subset | undefined {
  return name ? rule?.subsets.find((subset) => subset.name === name) : undefined;
}

interface HostIndex {
  exact: Map<string, MergedRule[]>;
  wildcards: Map<string, MergedRule[]>;
}

const PRIVATE: ReadonlySet<string> = new Set(['.']);

export class DestinationRuleIndex {
  readonly #local = new Map<string, HostIndex>();
  readonly #exported = new Map<string, HostIndex>();
  readonly #rootLocal: HostIndex = { exact: new Map(), wildcards: new Map() };
  readonly #rootNamespace: string;
  readonly #features: Features;

  /** istiod 1.28 pilot/pkg/model/push_context.go: setDestinationRules */
  constructor(objects: readonly DestinationRule[], controlPlane: ControlPlane, features: Features) {
    this.#rootNamespace = controlPlane.meshConfig.rootNamespace;
    this.#features = features;
    const privateByDefault = controlPlane.meshConfig.defaultDestinationRuleExportTo?.includes('.') ?? false;
    for (const object of [...objects].sort(bySelectorAndCreation)) {
      const namespace = object.metadata.namespace ?? 'default';
      const host = expandShortName(object.spec?.host ?? '', namespace, controlPlane.domainSuffix);
      const exportTo = object.spec?.workloadSelector ? PRIVATE : new Set(object.spec?.exportTo ?? []);
      const seenAtHome = exportTo.size === 0 || exportTo.has('*') || exportTo.has('.') || exportTo.has(namespace);
      if (seenAtHome) this.#add(indexOf(this.#local, namespace), host, object, exportTo);
      const privateOnly =
        (exportTo.size === 0 && privateByDefault) ||
        (exportTo.size === 1 && (exportTo.has('.') || exportTo.has(namespace)));
      if (!privateOnly) this.#add(indexOf(this.#exported, namespace), host, object, exportTo);
      else if (namespace === this.#rootNamespace) this.#add(this.#rootLocal, host, object, exportTo);
    }
  }

  /**
   * The rules for a service as proxies of a namespace see it: the proxy's namespace, the service's, the root's; the first that has any.
   * istiod 1.28 pilot/pkg/model/push_context.go: destinationRule
   */
  lookup(service: Service, proxyNamespace: string): readonly MergedRule[] | undefined {
    const local = proxyNamespace === this.#rootNamespace ? this.#rootLocal : this.#local.get(proxyNamespace);
    const own = local && mostSpecific(service.hostname, local.exact, local.wildcards);
    if (own) return own;
    for (const namespace of [service.namespace, this.#rootNamespace]) {
      const index = this.#exported.get(namespace);
      const rules = index && mostSpecific(service.hostname, index.exact, index.wildcards);
      const visible = rules?.filter((rule) => isVisible(rule, proxyNamespace));
      if (visible?.length) return visible;
    }
    return undefined;
  }

  /** Whether proxies of another namespace may find a rule. */
  isExported(object: DestinationRule, proxyNamespace: string): boolean {
    const index = this.#exported.get(object.metadata.namespace ?? 'default');
    const entries = index ? [...index.exact.values(), ...index.wildcards.values()].flat() : [];
    return entries.some((rule) => rule.from.includes(object) && isVisible(rule, proxyNamespace));
  }

  /**
   * Adds a rule to those of its host. Whether it becomes an entry of its own is what the comparison with the last entry says.
   * istiod 1.28 pilot/pkg/model/destination_rule.go: mergeDestinationRule
   */
  #add(index: HostIndex, host: string, object: DestinationRule, exportTo: ReadonlySet<string>): void {
    const byHost = isWildcard(host) ? index.wildcards : index.exact;
    const entries = byHost.get(host);
    if (!entries) {
      byHost.set(host, [toEntry(object, exportTo)]);
      return;
    }
    let separate = true;
    const selector = selectorOf(object);
    for (const entry of entries) {
      if (this.#features.enhancedDestinationRuleMerge) {
        if (sameSet(exportTo, entry.exportTo)) separate = false;
        else {
          separate = true;
          if (entry.exportTo.size === 0 || ![...entry.exportTo].every((value) => exportTo.has(value))) continue;
        }
      }
      const bothSelect = selector !== undefined && entry.selector !== undefined;
      if (bothSelect && !sameLabels(selector, entry.selector)) {
        separate = true;
        continue;
      }
      if (bothSelect || (selector === undefined && entry.selector === undefined)) separate = false;
      mergeInto(entry, object);
    }
    if (separate) entries.push(toEntry(object, exportTo));
  }
}

/**
 * The rule that holds for a workload: one that selects it, if of the workload's namespace; else the last without selector.
 * istiod 1.28 pilot/pkg/model/sidecar.go: DestinationRule
 */
export function chooseRule(
  rules: readonly MergedRule[],
  scopeNamespace: string,
  labels: Labels,
): MergedRule | undefined {
  let fallback: MergedRule | undefined;
  for (const rule of rules) {
    if (rule.selector === undefined) fallback = rule;
    else if (rule.namespace === scopeNamespace && selects(rule.selector, labels)) return rule;
  }
  return fallback;
}

function isVisible({ exportTo }: MergedRule, proxyNamespace: string): boolean {
  return exportTo.size === 0 || exportTo.has('*') || exportTo.has(proxyNamespace);
}

function bySelectorAndCreation(a: DestinationRule, b: DestinationRule): number {
  return Number(!a.spec?.workloadSelector) - Number(!b.spec?.workloadSelector) || byObjectCreation(a, b);
}

function selectorOf({ spec }: DestinationRule): Labels | undefined {
  return spec?.workloadSelector ? (spec.workloadSelector.matchLabels ?? {}) : undefined;
}

function indexOf(indexes: Map<string, HostIndex>, namespace: string): HostIndex {
  let index = indexes.get(namespace);
  if (!index) indexes.set(namespace, (index = { exact: new Map(), wildcards: new Map() }));
  return index;
}

function toEntry(object: DestinationRule, exportTo: ReadonlySet<string>): MergedRule {
  const spec = object.spec ?? {};
  return {
    object,
    from: [object],
    namespace: object.metadata.namespace ?? 'default',
    selector: selectorOf(object),
    exportTo,
    trafficPolicy: spec.trafficPolicy ?? undefined,
    subsets: [...(spec.subsets ?? [])],
  };
}

/** Subsets join by name, the first of a name stays; so does the oldest policy. */
function mergeInto(entry: MergedRule, object: DestinationRule): void {
  entry.from.push(object);
  const existing = new Set(entry.subsets.map(({ name }) => name));
  entry.subsets.push(...(object.spec?.subsets ?? []).filter(({ name }) => !existing.has(name)));
  entry.trafficPolicy ??= object.spec?.trafficPolicy ?? undefined;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value));
}
