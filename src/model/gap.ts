import type { Gap } from './snapshot.js';

/** What istiod reads of every Kubernetes cluster of the mesh; of all other kinds only the config cluster's objects count. */
const OF_EVERY_CLUSTER = new Set([
  'Namespace',
  'Node',
  'Service',
  'Pod',
  'EndpointSlice',
  'WorkloadEntry',
  'ServiceImport',
  'ServiceExport',
]);

/** Whether objects of one of the kinds may stand in what could not be read. A kind that the API does not have hides nothing. */
export function hides({ cause, kind: hidden, cluster }: Gap, ...kinds: readonly string[]): boolean {
  if (cause === 'not-installed') return false;
  if (hidden === 'Cluster') return kinds.some((kind) => OF_EVERY_CLUSTER.has(kind));
  return kinds.includes(hidden) && (cluster === undefined || OF_EVERY_CLUSTER.has(hidden));
}
