import { assemble } from '../assemble.js';
import { resourceName, type KindInfo } from '../kinds.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import { ApiFailure } from './api-failure.js';
import { connectionFor, type Connection } from './connection.js';
import { explainFailure } from './explain-failure.js';
import { getJson, type GetJson } from './get-json.js';
import { LISTED, listOptions } from './kind-requests.js';
import { limited } from './limited.js';
import { readConfigMaps } from './read-config-maps.js';
import { readKind, type KindRead } from './read-kind.js';
import { servedVersions } from './served-versions.js';
import { transportFor } from './transport-for.js';

// Reached by `await import()` only: it loads the Kubernetes client.

/** Kinds read at a time: enough to hide the network, too few to trip the server's fairness limits. */
const AT_A_TIME = 4;

/** The mesh that the API holds now. Throws ReadError when the API cannot be used at all; what is missing becomes gaps. */
export async function readLive(flags: ReadFlags, options: ReadOptions = {}): Promise<Loaded> {
  const connection = connectionFor(flags, options);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  try {
    const get = getJson(await transportFor(connection, flags, signal));
    return await readMesh(get, connection, flags, options);
  } catch (error) {
    // A user who stopped reading wants no explanation.
    options.signal?.throwIfAborted();
    throw error instanceof ApiFailure ? explainFailure(error, connection) : error;
  } finally {
    stop.abort();
  }
}

/** All of it, through a reader that is already connected. */
export async function readMesh(
  get: GetJson,
  connection: Connection,
  flags: ReadFlags,
  options: ReadOptions,
): Promise<Loaded> {
  const takenAt = new Date().toISOString();
  const versions = await servedVersions(get, LISTED);
  const namespaces = [...new Set([connection.namespace, flags.istioNamespace ?? 'istio-system'])];
  const read = await limited(AT_A_TIME, LISTED, (info) =>
    readKind(get, { info, versions: versions(info), namespaces, ...listOptions(info), ...onPage(info, options) }),
  );
  refuseNothing(read, connection);
  const listed = read.flatMap(({ resources }) => resources);
  const configMaps = await readConfigMaps(get, listed, flags);
  const resources = [...listed, ...configMaps.flatMap((one) => one.resources)];
  options.progress?.(`${String(resources.length)} objects read`);
  return assemble({
    resources,
    ground: { source: 'live', from: [connection.context], takenAt },
    namespace: connection.namespace,
    gaps: [...read, ...configMaps].flatMap(({ gap }) => gap ?? []),
    notes: [],
    locate: () => undefined,
    flags,
  });
}

function onPage(info: KindInfo, { progress }: ReadOptions): { onPage?: (count: number) => void } {
  return progress
    ? {
        onPage: (count) => {
          progress(`${resourceName(info)}: ${String(count)} read`);
        },
      }
    : {};
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
