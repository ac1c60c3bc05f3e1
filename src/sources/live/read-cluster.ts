import type { Resource } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import { resourceName, type KindInfo } from '../kinds.js';
import type { ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import type { Connection } from './connection.js';
import { explainFailure } from './explain-failure.js';
import type { GetJson } from './get-json.js';
import { listOptions } from './kind-requests.js';
import { limited } from './limited.js';
import { readKind, type KindRead } from './read-kind.js';
import { servedVersions } from './served-versions.js';

/** Kinds read at a time: enough to hide the network, too few to trip the server's fairness limits. */
const AT_A_TIME = 4;

/** What one Kubernetes cluster holds, and what of it could not be read. */
export interface ClusterRead {
  resources: Resource[];
  gaps: Gap[];
}

/** All objects of some kinds. Throws ReadError or ApiFailure when the API cannot be used at all. */
export async function readCluster(
  get: GetJson,
  connection: Connection,
  kinds: readonly KindInfo[],
  flags: ReadFlags,
  { progress }: ReadOptions,
): Promise<ClusterRead> {
  const versions = await servedVersions(get, kinds);
  const namespaces = [...new Set([connection.namespace, flags.istioNamespace ?? 'istio-system'])];
  const read = await limited(AT_A_TIME, kinds, (info) =>
    readKind(get, {
      ...{ info, versions: versions(info), namespaces, ...listOptions(info) },
      ...(progress && { onPage: (count) => progress(`${resourceName(info)}: ${String(count)} read`) }),
    }),
  );
  refuseNothing(read, connection);
  return { resources: read.flatMap(({ resources }) => resources), gaps: read.flatMap(({ gap }) => gap ?? []) };
}

/** Nothing at all could be read: then the first cause is the answer, not two dozen gaps. */
function refuseNothing(read: readonly KindRead[], connection: Connection): void {
  const failed = read.filter(({ gap }) => gap && gap.cause !== 'not-installed' && !gap.readNamespaces);
  const absent = read.filter(({ gap }) => gap?.cause === 'not-installed');
  const [first] = failed;
  if (!first?.gap || failed.length + absent.length < read.length) return;
  if (first.gap.cause === 'failed' && first.failure) throw explainFailure(first.failure, connection);
  throw new ReadError(
    `Context ${connection.context} may read nothing of the mesh: ${first.gap.message}.`,
    "Reading needs get and list on Services, Pods, EndpointSlices, Namespaces and Istio's kinds; -n names a namespace where you have them.",
  );
}
