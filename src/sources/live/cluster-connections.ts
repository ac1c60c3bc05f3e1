import type { ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import { connectionTo, kubeconfigOf, type Connection } from './connection.js';

/** The connection to a Kubernetes cluster of the mesh. */
export interface ClusterConnection extends Connection {
  /** The name by which istiod knows the cluster, where the user says it. */
  name?: string;
}

const NAMED = /^([A-Za-z0-9][\w.-]*)=(.+)$/;

/**
 * A connection for each context of `--context`, else for the current one, and for those of `--cluster-context`: in this
 * order, each context once. Throws ReadError.
 */
export function clusterConnections(flags: ReadFlags, options: ReadOptions): ClusterConnection[] {
  const config = kubeconfigOf(flags, options);
  const names = namesByContext(flags.clusterContext ?? []);
  const current = config.currentContext || names.size === 0 ? [undefined] : [];
  const wanted = [...(flags.context ?? current), ...names.keys()];
  const connections = wanted.map((context) => connectionTo(context, config, flags, options));
  const byContext = new Map(connections.map((connection) => [connection.context, connection]));
  if (byContext.size > 1 && flags.cluster !== undefined) {
    throw new ReadError(
      `--cluster ${flags.cluster} cannot stand for the clusters of ${String(byContext.size)} contexts.`,
      'Leave it out: each context names its cluster.',
    );
  }
  return [...byContext.values()].map((connection) => {
    const name = names.get(connection.context);
    return name === undefined ? connection : { ...connection, name };
  });
}

function namesByContext(mappings: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const mapping of mappings) {
    const [, name, context] = NAMED.exec(mapping) ?? [];
    if (name === undefined || context === undefined) {
      throw new ReadError(
        `--cluster-context ${mapping}: not NAME=CONTEXT.`,
        "NAME is istiod's name for the cluster, the key in its remote secret; CONTEXT is one of the kubeconfig.",
      );
    }
    const other = names.get(context);
    if (other !== undefined && other !== name)
      throw new ReadError(`--cluster-context gives context ${context} two names: ${other} and ${name}.`);
    if (other === undefined && [...names.values()].includes(name))
      throw new ReadError(
        `--cluster-context names two contexts ${name}.`,
        'istiod knows each cluster by its own name.',
      );
    names.set(context, name);
  }
  return names;
}
