import type { ControlPlane } from '../model/control-plane.js';
import type { Features } from '../model/features.js';
import { matchesSelector } from '../model/labels.js';
import type { Reason } from '../model/reason.js';
import { fieldOf, type FieldRef, type Resource } from '../model/resource.js';
import { isKubernetes, type Service } from '../model/service.js';
import { EXPORT_TO_ANNOTATION } from '../registry/kubernetes-service.js';

/** The namespaces that an object is exported to, and where that was said. */
export interface Export {
  /** `*`, `.`, `~` and namespaces; empty when this istiod cannot honour the mesh default. */
  to: ReadonlySet<string>;
  by: FieldRef;
  cap?: 'NAMESPACE' | 'NONE';
  /** The mesh default in full, where this istiod honours a part of it only. */
  narrowed?: readonly string[];
}

const PUBLIC: ReadonlySet<string> = new Set(['*']);
const PRIVATE: ReadonlySet<string> = new Set(['.']);
const NONE: ReadonlySet<string> = new Set(['~']);
const NOBODY: ReadonlySet<string> = new Set();

/**
 * The mesh default of exportTo. Before 1.30.3 only `.` and `*` are honoured, `.` first.
 * istiod 1.28 pilot/pkg/model/push_context.go: initDefaultExportMaps
 */
export function meshDefault(values: readonly string[] | undefined, features: Features): ReadonlySet<string> {
  if (!values) return PUBLIC;
  if (features.fullDefaultExportTo) return new Set(values);
  if (values.includes('.')) return PRIVATE;
  return values.includes('*') ? PUBLIC : NOBODY;
}

/** Decides the effective exportTo of services; the one place where object, mesh default and mesh cap meet. */
export class ServiceExports {
  readonly #default: ReadonlySet<string>;
  readonly #meshConfig: ControlPlane['meshConfig'];
  readonly #configMap: FieldRef;
  readonly #namespaces: ReadonlyMap<string, Resource>;
  readonly #caps: boolean;
  readonly #narrowed: readonly string[] | undefined;

  constructor(controlPlane: ControlPlane, features: Features, namespaces: ReadonlyMap<string, Resource>) {
    this.#meshConfig = controlPlane.meshConfig;
    this.#default = meshDefault(controlPlane.meshConfig.defaultServiceExportTo, features);
    this.#configMap = meshConfigField(controlPlane, 'defaultServiceExportTo');
    this.#namespaces = namespaces;
    const values = controlPlane.meshConfig.defaultServiceExportTo;
    this.#narrowed = values && values.some((value) => !this.#default.has(value)) ? values : undefined;
    this.#caps =
      features.serviceEntryVisibility && controlPlane.meshConfig.serviceEntryVisibility?.applyToSidecars === true;
  }

  /** istiod 1.31 pilot/pkg/model/push_context.go: serviceExportTo */
  toOf(service: Service): ReadonlySet<string> {
    const declared = service.exportTo ?? this.#default;
    if (!this.#caps || isKubernetes(service)) return declared;
    return this.#capped(service, declared) ?? declared;
  }

  /** The same with the field that says so. */
  of(service: Service): Export {
    const declared = service.exportTo ?? this.#default;
    const by = service.exportTo ? fieldOf(service.source, exportPath(service)) : this.#configMap;
    const capped = this.#caps && !isKubernetes(service) ? this.#capped(service, declared) : undefined;
    if (!capped) {
      return { to: declared, by, ...(!service.exportTo && this.#narrowed && { narrowed: this.#narrowed }) };
    }
    return {
      to: capped,
      by: { ...this.#configMap, path: 'serviceEntryVisibility' },
      cap: this.#visibilityOf(service.namespace) === 'NONE' ? 'NONE' : 'NAMESPACE',
    };
  }

  #capped(service: Service, declared: ReadonlySet<string>): ReadonlySet<string> | undefined {
    if (declared.size === 1 && declared.has('~')) return undefined;
    const visibility = this.#visibilityOf(service.namespace);
    if (visibility === 'NONE') return NONE;
    if (visibility !== 'NAMESPACE') return undefined;
    return declared.has('*') || declared.has('.') || declared.has(service.namespace) ? PRIVATE : NONE;
  }

  /** The first policy all of whose rules select the namespace; one without rules is a catch-all, a rule that asks for nothing matches none. */
  #visibilityOf(namespace: string): string | undefined {
    const config = this.#meshConfig.serviceEntryVisibility;
    const labels = this.#namespaces.get(namespace)?.metadata.labels;
    const policy = (config?.policies ?? []).find(({ matchingRules }) =>
      (matchingRules ?? []).every(
        ({ namespaceSelector }) => namespaceSelector && matchesSelector(namespaceSelector, labels),
      ),
    );
    return policy ? policy.visibility : config?.defaultVisibility;
  }
}

export function meshConfigField(controlPlane: ControlPlane, path: string): FieldRef {
  const [, namespace = controlPlane.namespace, name = 'istio'] =
    /^ConfigMap ([^/]+)\/(\S+)/.exec(controlPlane.meshConfigSource) ?? [];
  return { kind: 'MeshConfig', namespace, name, path };
}

/** The field in which a service says what it is exported to. */
export function exportPath(service: Service): string {
  return isKubernetes(service) ? `metadata.annotations["${EXPORT_TO_ANNOTATION}"]` : 'spec.exportTo';
}

/** Why `namespace` does not see the service; undefined when it does. */
export function hiddenFrom(service: Service, namespace: string, exported: Export): Reason | undefined {
  const { to, by, cap, narrowed } = exported;
  if (to.has('*') || to.has(namespace))
    return to.has('~') && !to.has('*') ? { code: 'exported-to-none', by, args: {} } : undefined;
  if (!to.has('~') && to.has('.') && service.namespace === namespace) return undefined;
  const exportTo = [...to].sort().join(', ');
  if (cap) {
    const left = to.has('~') ? 'nobody sees it' : 'its own namespace alone sees it';
    return { code: 'visibility-capped', by, args: { visibility: cap, left } };
  }
  if (to.size === 0)
    return { code: 'default-export-unusable', by, args: { exportTo: narrowed?.join(', ') || 'nothing' } };
  if (to.has('~')) return { code: 'exported-to-none', by, args: {} };
  if (narrowed?.includes(namespace)) {
    return { code: 'default-export-narrowed', by, args: { exportTo: narrowed.join(', '), taken: exportTo } };
  }
  const elsewhere = [...to].some((value) => value !== '.' && value !== service.namespace);
  return { code: elsewhere ? 'exported-elsewhere' : 'exported-privately', by, args: { exportTo } };
}
