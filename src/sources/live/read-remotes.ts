import type { Resource } from '../../model/resource.js';
import type { Gap } from '../../model/snapshot.js';
import type { ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import { ApiFailure } from './api-failure.js';
import type { ClusterConnection } from './cluster-connections.js';
import { clusterNameOf } from './cluster-name.js';
import { explainFailure } from './explain-failure.js';
import { LISTED_OF_REMOTES } from './kind-requests.js';
import { connect, type LiveCluster } from './live-cluster.js';
import { readCluster } from './read-cluster.js';
import { remoteSecrets, type RemoteSecrets } from './remote-secrets.js';

export interface RemoteRead {
  name: string;
  cluster: LiveCluster;
  resources: Resource[];
}

export interface RemotesRead {
  remotes: RemoteRead[];
  /** Also a whole cluster that does not answer, and one of a remote secret that nobody named. */
  gaps: Gap[];
  notes: string[];
}

type Attempt = { connection: ClusterConnection } & (
  { cluster: LiveCluster; resources: Resource[]; gaps: Gap[] } | { failure: string }
);

/** The clusters that istiod reads besides its own. One that cannot be read is a gap. Throws ReadError when one has no name. */
export async function readRemotes(
  config: LiveCluster,
  connections: readonly ClusterConnection[],
  flags: ReadFlags,
  options: ReadOptions,
  signal: AbortSignal,
  followed: boolean,
): Promise<RemotesRead> {
  const namespace = flags.istioNamespace ?? 'istio-system';
  const [secrets, ...attempts] = await Promise.all([
    remoteSecrets(config.get, namespace).catch(() => undefined),
    ...connections.map((connection) => attempt(connection, flags, options, signal, followed)),
  ]);
  const names = namesOf(attempts, secrets);
  const remotes: RemoteRead[] = [];
  const gaps: Gap[] = [];
  attempts.forEach((one, i) => {
    const name = names[i]!;
    if ('failure' in one) return void gaps.push(unreachable(name, `context ${one.connection.context}: ${one.failure}`));
    remotes.push({ name, cluster: one.cluster, resources: one.resources });
    gaps.push(...one.gaps.map((gap) => ({ ...gap, cluster: name })));
  });
  const known = new Set([...names, config.connection.name]);
  for (const name of secrets?.names ?? []) {
    if (!known.has(name))
      gaps.push(unreachable(name, `no context is named for it; --cluster-context ${name}=CONTEXT reads it`));
  }
  return { remotes, gaps, notes: notesOn(secrets, namespace) };
}

async function attempt(
  connection: ClusterConnection,
  flags: ReadFlags,
  options: ReadOptions,
  signal: AbortSignal,
  followed: boolean,
): Promise<Attempt> {
  try {
    const cluster = await connect(connection, flags, signal, followed);
    return {
      connection,
      cluster,
      ...(await readCluster(cluster.get, connection, LISTED_OF_REMOTES, flags, options)),
    };
  } catch (error) {
    signal.throwIfAborted();
    const told = error instanceof ApiFailure ? explainFailure(error, connection) : error;
    if (told instanceof ReadError) return { connection, failure: told.message.replace(/\.$/, '') };
    throw told;
  }
}

/** Of the user, else of the cluster, else the one name among the remote secrets that is left for the one cluster that is left. */
function namesOf(attempts: readonly Attempt[], secrets: RemoteSecrets | undefined): string[] {
  const names = attempts.map(
    (one) => one.connection.name ?? ('resources' in one ? clusterNameOf(one.resources) : undefined),
  );
  const left = (secrets?.names ?? []).filter((name) => !names.includes(name));
  const nameless = attempts.filter((_, i) => names[i] === undefined);
  const sure = left.length === 1 && nameless.length === 1 && secrets!.unnamed.length === 0;
  return attempts.map(({ connection: { context } }, i) => {
    const name = names[i] ?? (sure ? left[0] : undefined);
    if (name === undefined) {
      throw new ReadError(
        `The name by which istiod knows the cluster of context ${context} cannot be read without its remote secret.`,
        `Write --cluster-context NAME=${context}: NAME is the key in the secret.${left.length > 0 ? ` By their names, remote secrets are there for ${left.join(', ')}.` : ''}`,
      );
    }
    const twin = names.indexOf(name);
    if (twin >= 0 && twin < i) {
      throw new ReadError(
        `Contexts ${attempts[twin]!.connection.context} and ${context} both say that their cluster is ${name}.`,
        `Write --cluster-context NAME=${context} with the key of its remote secret, or leave one out.`,
      );
    }
    return name;
  });
}

function unreachable(cluster: string, message: string): Gap {
  return { cause: 'failed', verb: 'reach', resource: `cluster ${cluster}`, kind: 'Cluster', cluster, message };
}

function notesOn(secrets: RemoteSecrets | undefined, namespace: string): string[] {
  if (!secrets) {
    return [
      `whether the mesh has further clusters is not known: the names of secrets in ${namespace} may not be listed`,
    ];
  }
  return secrets.unnamed.map(
    (name) =>
      `which clusters remote secret ${namespace}/${name} is for is not known: its name does not tell, and its content is not read`,
  );
}
