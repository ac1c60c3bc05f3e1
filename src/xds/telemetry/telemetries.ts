import type { ControlPlane } from '../../model/control-plane.js';
import type { Features } from '../../model/features.js';
import type { Telemetry } from '../../model/istio.js';
import type { Proxy } from '../../model/proxy.js';
import { byObjectCreation } from '../../registry/creation-order.js';
import { attachmentOf, targetsOf } from '../../scope/policy-attachment.js';

/** The Telemetry resources of a mesh. */
export class Telemetries {
  readonly #ordered: readonly Telemetry[];
  readonly #rootNamespace: string;
  readonly #features: Features;

  constructor(objects: readonly Telemetry[], { meshConfig }: ControlPlane, features: Features) {
    this.#ordered = [...objects].sort(byObjectCreation);
    this.#rootNamespace = meshConfig.rootNamespace;
    this.#features = features;
  }

  /**
   * Those that hold for a proxy, the more special ones later: the oldest of the root namespace and of its own that choose no
   * workload, then all of its own that choose it.
   * istiod 1.28 pilot/pkg/model/telemetry.go: applicableTelemetries
   */
  of(proxy: Proxy): Telemetry[] {
    const wide = [...new Set([this.#rootNamespace, proxy.namespace])].flatMap(
      (namespace) =>
        this.#ordered.find((object) => object.metadata.namespace === namespace && !choosesWorkload(object)) ?? [],
    );
    const chosen = this.#ordered.filter(
      (object) =>
        object.metadata.namespace === proxy.namespace &&
        choosesWorkload(object) &&
        attachmentOf(object, proxy, this.#features) === 'in-force',
    );
    return [...wide, ...chosen];
  }
}

function choosesWorkload(object: Telemetry): boolean {
  return Object.keys(object.spec?.selector?.matchLabels ?? {}).length > 0 || targetsOf(object).length > 0;
}
