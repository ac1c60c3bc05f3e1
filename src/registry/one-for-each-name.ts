import { groupBy } from '../model/group.js';
import type { ServiceEntry } from '../model/istio.js';
import { selects } from '../model/labels.js';
import type { Oracle } from '../model/undetermined.js';
import type { Workload } from './workload.js';

/**
 * Workloads of all Kubernetes clusters as ServiceEntries select them: known by namespace and name alone, so of two in
 * different clusters the one that arrived last is an endpoint.
 * istiod 1.28 pilot/pkg/serviceregistry/util/workloadinstances/index.go: indexKey
 */
export function oneForEachName(
  clusters: readonly (readonly Workload[])[],
  entries: readonly ServiceEntry[],
  oracle: Oracle,
): Workload[] {
  const all = clusters.flat();
  if (clusters.length < 2) return all;
  const selectors = entries.filter(({ spec }) => spec?.workloadSelector);
  const dropped = new Set<Workload>();
  for (const group of groupBy(all, ({ namespace, name }) => `${namespace}/${name}`).values()) {
    const across = new Set(group.map(({ clusterId }) => clusterId)).size > 1;
    if (!across || !group.some((workload) => selectors.some((entry) => isSelected(workload, entry)))) continue;
    const names = group.map(({ namespace, name, clusterId }) => `${namespace}/${name} of cluster ${clusterId}`);
    const kept = oracle.pick(group.length, {
      code: 'workload-name',
      because: `${names.join(' and ')} have one name, by which alone ServiceEntries know workloads: the last that arrived is an endpoint`,
    });
    group.forEach((workload, i) => i !== kept && dropped.add(workload));
  }
  return all.filter((workload) => !dropped.has(workload));
}

function isSelected(workload: Workload, { metadata, spec }: ServiceEntry): boolean {
  return metadata.namespace === workload.namespace && selects(spec?.workloadSelector?.labels, workload.labels);
}
