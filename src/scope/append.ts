import type { FieldRef } from '../model/resource.js';
import { fieldOf } from '../model/resource.js';
import { isKubernetes, originalOf, serviceText, withPorts, type Service } from '../model/service.js';
import { sameLabels } from '../model/labels.js';
import type { Reason } from '../model/reason.js';
import type { Stage } from '../model/stage.js';
import type { Precedes } from './precedence.js';
import { samePorts } from '../registry/same-ports.js';
import type { ScopeRecorder, ServicesByHost } from './scope.js';

/** Collects services by hostname, in order: the first holds the name, Kubernetes replaces others, equals may add ports. */
export class ServiceCollector implements ServicesByHost {
  readonly services: Service[] = [];
  readonly #position = new Map<string, number>();
  readonly #recorder: ScopeRecorder | undefined;
  readonly #precedes: Precedes;
  readonly #listeners = new Map<string, number>();
  #shared: { position: ReadonlyMap<string, number>; start: number } | undefined;

  constructor(precedes: Precedes, recorder?: ScopeRecorder) {
    this.#precedes = precedes;
    this.#recorder = recorder;
  }

  get(hostname: string): Service | undefined {
    const at = this.#positionOf(hostname);
    return at === undefined ? undefined : this.services[at];
  }

  /** Appends all that another collector holds, without a look at each: once, and none of the hostnames may be here. */
  appendAll(other: ServiceCollector): void {
    this.#shared = { position: other.#position, start: this.services.length };
    for (const service of other.services) this.services.push(service);
  }

  /** istiod 1.28 pilot/pkg/model/sidecar.go: appendSidecarServices */
  append(service: Service, listener: number): void {
    const { hostname } = service;
    const existing = this.get(hostname);
    if (!existing) {
      this.#position.set(hostname, this.services.push(service) - 1);
      if (this.#recorder) this.#listeners.set(hostname, listener);
      return;
    }
    if (existing === service) return;
    if (isKubernetes(existing) && !isKubernetes(service)) {
      this.#drop(service, listener, 'ports', { code: 'shadowed-by-kubernetes', ...winner(existing) });
    } else if (!isKubernetes(existing) && isKubernetes(service)) {
      this.#replace(service);
      this.#drop(existing, listener, 'ports', { code: 'replaced-by-kubernetes', ...winner(service) });
    } else {
      this.#merge(existing, service, listener);
    }
  }

  #merge(existing: Service, service: Service, listener: number): void {
    if (samePorts(existing.ports, service.ports)) {
      if (existing.namespace === service.namespace) {
        this.#dropLater(existing, service, listener, 'ports', 'same-ports');
      } else {
        this.#dropLater(existing, service, listener, 'namespace', 'earlier-preferred');
      }
      return;
    }
    const difference = mergeObstacle(existing, service);
    if (difference) {
      if (difference.attribute === 'namespace') {
        this.#dropLater(existing, service, listener, 'namespace', 'earlier-preferred');
      } else {
        const { by, args } = winner(existing, FIELDS[difference.attribute]);
        this.#drop(service, listener, 'ports', { code: 'not-merged', by, args: { ...args, ...difference } });
      }
      return;
    }
    const merged = [...existing.ports];
    for (const port of service.ports) if (!merged.some(({ number }) => number === port.number)) merged.push(port);
    const further = merged.slice(existing.ports.length);
    const lost = service.ports.filter((port) => !further.includes(port)).map(({ number }) => number);
    if (further.length > 0) {
      this.#replace(withPorts(existing, merged));
      const ports = further.map(({ number }) => number).join(', ');
      const { by, args } = winner(existing);
      this.#drop(service, listener, 'ports', { code: 'ports-merged', by, args: { ...args, ports } }, lost);
    } else if (lost.length > 0) {
      const { by, args } = winner(existing, 'spec.ports');
      this.#drop(service, listener, 'ports', {
        code: 'port-numbers-taken',
        by,
        args: { ...args, ports: lost.join(', ') },
      });
    }
  }

  #dropLater(
    existing: Service,
    service: Service,
    listener: number,
    stage: Stage,
    code: 'same-ports' | 'earlier-preferred',
  ): void {
    if (!this.#recorder) return;
    const earlier = this.#listeners.get(service.hostname) ?? 0;
    const { by, rule } =
      earlier < listener
        ? {
            by: winner(existing).by,
            rule: `egress listener ${earlier} imports it, the other comes in listener ${listener}`,
          }
        : this.#precedes(existing, service);
    this.#drop(service, listener, stage, { code, by, args: { ...winner(existing).args, rule } });
  }

  #replace(service: Service): void {
    this.services[this.#positionOf(service.hostname)!] = service;
  }

  #positionOf(hostname: string): number | undefined {
    const own = this.#position.get(hostname);
    if (own !== undefined || !this.#shared) return own;
    const shared = this.#shared.position.get(hostname);
    return shared === undefined ? undefined : shared + this.#shared.start;
  }

  #drop(service: Service, listener: number, stage: Stage, reason: Reason, ports?: number[]): void {
    if (!this.#recorder) return;
    const loser = originalOf(service);
    if (loser === originalOf(this.get(service.hostname)!)) return;
    this.#recorder.drop({ service: loser, stage, reason, listener, ...(ports && { ports }) });
  }
}

/** Where the attributes stand that ports are merged by. */
const FIELDS: Record<string, string> = {
  resolution: 'spec.resolution',
  labels: 'metadata.labels',
  workloadSelector: 'spec.workloadSelector',
  exportTo: 'spec.exportTo',
};

/** The service that holds a hostname, as the field and values of a reason. */
export function winner(service: Service, path = 'metadata'): { by: FieldRef; args: Record<string, string> } {
  return {
    by: fieldOf(originalOf(service).source, path),
    args: { winner: serviceText(service) },
  };
}

/**
 * The first attribute that keeps the ports of two services apart, with both values.
 * istiod 1.28 pilot/pkg/model/sidecar.go: canMergeServices
 */
export function mergeObstacle(
  a: Service,
  b: Service,
): { attribute: string; first: string; second: string } | undefined {
  const differs = (attribute: string, first: string, second: string) => ({ attribute, first, second });
  if (a.namespace !== b.namespace) return differs('namespace', a.namespace, b.namespace);
  if (a.resolution !== b.resolution) return differs('resolution', a.resolution, b.resolution);
  if (a.provider !== b.provider) return differs('registry', a.provider, b.provider);
  if (!sameLabels(a.labels, b.labels)) return differs('labels', show(a.labels), show(b.labels));
  if (!sameLabels(a.selector, b.selector)) return differs('workloadSelector', show(a.selector), show(b.selector));
  const left = [...(a.exportTo ?? [])].sort().join(', ');
  const right = [...(b.exportTo ?? [])].sort().join(', ');
  return left === right ? undefined : differs('exportTo', left || 'unset', right || 'unset');
}

function show(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return pairs.sort().join(', ') || 'none';
}
