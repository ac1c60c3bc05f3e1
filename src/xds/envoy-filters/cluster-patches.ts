import type { Features } from '../../model/features.js';
import type { FieldRef } from '../../model/resource.js';
import { originalOf } from '../../model/service.js';
import type { Endpoint } from '../../registry/endpoint.js';
import type { ScopeRecorder } from '../../scope/scope.js';
import { isDnsType, type Cluster, type ClusterType } from '../cluster.js';
import { clusterFromValue, mergeValue, type EnvoyCluster } from './patched-cluster.js';
import { isAnyContext, isInContext, patchField, type Patch, type PatchContext } from './patches.js';

/** A cluster that an EnvoyFilter adds. */
export interface AddedCluster {
  name: string;
  type: ClusterType;
  endpoints: readonly Endpoint[];
  by: FieldRef;
}

/** What EnvoyFilters do to the clusters of a proxy. */
export class ClusterPatches {
  readonly #patches: readonly Patch[];
  readonly #features: Features;
  readonly #edsEndpoints: (service: string, port: number, subset: string) => readonly Endpoint[];

  /** EDS answers by the names of clusters, as `edsEndpoints` does. */
  constructor(
    patches: readonly Patch[],
    features: Features,
    edsEndpoints: (service: string, port: number, subset: string) => readonly Endpoint[],
  ) {
    this.#patches = patches.filter(({ applyTo }) => applyTo === 'CLUSTER');
    this.#features = features;
    this.#edsEndpoints = edsEndpoints;
  }

  get any(): boolean {
    return this.#patches.length > 0;
  }

  /**
   * The clusters of services as they are sent. Of one that is removed the recorder is told.
   * istiod 1.28 pilot/pkg/networking/core/envoyfilter/cluster_patch.go: ApplyClusterMerge
   */
  apply(clusters: readonly Cluster[], context: PatchContext, recorder?: ScopeRecorder): readonly Cluster[] {
    if (!this.any) return clusters;
    return clusters.flatMap((cluster) => {
      const inline = isDnsType(cluster.type) ? cluster.endpoints : [];
      const found = this.#patched({ ...cluster, inline, edsName: cluster.name }, context);
      if ('removedBy' in found) {
        recordRemoval(cluster, found.removedBy, recorder);
        return [];
      }
      const { patched, by } = found;
      if (by.length === 0) return [cluster];
      const { name, type } = patched;
      const unchanged = type === 'EDS' && cluster.type === type && patched.edsName === cluster.name;
      const endpoints = unchanged ? cluster.endpoints : this.#endpointsOf(patched);
      const { otherEndpoints, point, ...rest } = cluster;
      const kept = endpoints === cluster.endpoints && {
        ...(otherEndpoints && { otherEndpoints }),
        ...(point && { point }),
      };
      return [{ ...rest, ...kept, name, type, endpoints, patchedBy: by.map(patchField) }];
    });
  }

  /** Clusters without service, by name: those that are left, under the names that they then have. */
  applyToNames(names: readonly string[], context: PatchContext): string[] {
    if (!this.any) return [...names];
    return names.flatMap((name) => {
      const found = this.#patched({ name, type: 'STATIC', inline: [], edsName: name }, context);
      return 'removedBy' in found ? [] : [found.patched.name];
    });
  }

  /**
   * The clusters that are added, without those whose name is taken.
   * istiod 1.28 …: InsertedClusters, pilot/pkg/networking/core/cluster_builder.go: normalizeClusters
   */
  added(context: PatchContext, taken: ReadonlySet<string>): AddedCluster[] {
    const found = new Map<string, AddedCluster>();
    for (const patch of this.#patches) {
      if (!ADDING.has(patch.operation) || !isInContext(patch, [context])) continue;
      if (isAnyContext(patch.match) && context === 'SIDECAR_INBOUND') continue;
      const cluster = clusterFromValue(patch.value, patch.object);
      const { name, type } = cluster;
      if (taken.has(name) || found.has(name)) continue;
      found.set(name, { name, type, endpoints: this.#endpointsOf(cluster), by: patchField(patch) });
    }
    return [...found.values()];
  }

  #endpointsOf({ type, inline, edsName }: EnvoyCluster): readonly Endpoint[] {
    if (type !== 'EDS') return inline;
    const { host, port, subset } = partsOf(edsName);
    return this.#edsEndpoints(host, port, subset);
  }

  /** Before 1.27 removals come first; later each patch sees what those before it made. */
  #patched(
    cluster: EnvoyCluster,
    context: PatchContext,
  ): { patched: EnvoyCluster; by: readonly Patch[] } | { removedBy: Patch } {
    const inContext = this.#patches.filter((patch) => isInContext(patch, [context]));
    if (!this.#features.clusterPatchesInOrder) {
      const removal = inContext.find((patch) => patch.operation === 'REMOVE' && names(patch, cluster.name));
      if (removal) return { removedBy: removal };
    }
    let patched = cluster;
    const by: Patch[] = [];
    for (const patch of inContext) {
      const { operation, value, object } = patch;
      if (!names(patch, patched.name)) continue;
      if (operation === 'REMOVE' && this.#features.clusterPatchesInOrder) return { removedBy: patch };
      const replaces = operation === 'MERGE_AND_REPLACE_LIST' && this.#features.clusterPatchesReplaceLists;
      if (operation !== 'MERGE' && !replaces) continue;
      patched = mergeValue(patched, value, object, replaces);
      by.push(patch);
    }
    return { patched, by };
  }
}

/** What can only be inserted into lists is added. istiod 1.28 pilot/pkg/model/envoyfilter.go: convertToEnvoyFilterWrapper */
const ADDING = new Set(['ADD', 'INSERT_BEFORE', 'INSERT_AFTER', 'INSERT_FIRST']);

/** istiod 1.28 pilot/pkg/networking/core/envoyfilter/cluster_patch.go: clusterMatch */
function names({ match: { cluster: wanted } }: Patch, name: string): boolean {
  if (!wanted) return true;
  if (wanted.name) return wanted.name === name;
  const { port, subset, host } = partsOf(name);
  return (
    (!wanted.subset || wanted.subset === subset) &&
    (!wanted.service || wanted.service === host) &&
    (!wanted.portNumber || wanted.portNumber === port)
  );
}

/** istiod 1.28 pilot/pkg/model/service.go: ParseSubsetKey */
function partsOf(name: string): { port: number; subset: string; host: string } {
  const separator = name.startsWith('outbound_') || name.startsWith('inbound_') ? '_.' : '|';
  const [, port = '', subset = '', host = '', ...more] = name.split(separator);
  return { port: Number(port) || 0, subset, host: more.length > 0 ? '' : host };
}

function recordRemoval({ service, port, subset, name }: Cluster, patch: Patch, recorder: ScopeRecorder | undefined) {
  const { metadata } = patch.object;
  recorder?.drop({
    service: originalOf(service),
    stage: 'clusters',
    reason: {
      code: 'removed-by-envoy-filter',
      by: patchField(patch),
      args: { cluster: name, filter: `${metadata.namespace}/${metadata.name}`, ...(subset && { subset }) },
    },
    ports: [port],
  });
}
