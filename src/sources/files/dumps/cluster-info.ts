import type { Dump } from './dump.js';

const FOLDER = /(?:^|\/)([^/]+)\/replication-controllers\.(?:json|yaml)$/;
const HELD = ['Service', 'Pod', 'Deployment', 'ReplicaSet'];
/** Nobody names it, so `--all-namespaces` was said. */
const UNNAMED = 'kube-node-lease';

/**
 * A `kubectl cluster-info dump`: nodes, and a folder of lists for each namespace.
 * kubectl 1.34 pkg/cmd/clusterinfo/clusterinfo_dump.go: Run
 */
export function clusterInfo(paths: readonly string[]): Dump | undefined {
  const namespaces = paths.flatMap((path) => FOLDER.exec(path.replaceAll('\\', '/'))?.[1] ?? []);
  if (namespaces.length === 0) return undefined;
  return {
    tool: 'kubectl cluster-info dump',
    holds: ({ kind, namespaced }, objects) => {
      if (!HELD.includes(kind)) return objects.some((object) => object.kind === kind);
      return !namespaced || namespaces.includes(UNNAMED) || { namespaces };
    },
  };
}
