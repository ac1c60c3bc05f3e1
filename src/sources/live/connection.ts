import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { KubeConfig, type Cluster, type User } from '@kubernetes/client-node';
import type { ReadFlags, ReadOptions } from '../loaded.js';
import { ReadError } from '../read-error.js';
import { execInfo } from './exec-info.js';
import { kubeconfigFiles } from './kubeconfig-files.js';
import { mergedKubeConfig } from './kubeconfig.js';
import { proxyFor } from './proxy.js';

const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Whom to ask, and as whom. */
export interface Connection {
  config: KubeConfig;
  cluster: Cluster;
  user: User | undefined;
  context: string;
  /** Of `-n`, else of the context, else `default`. */
  namespace: string;
}

/** The connection that kubectl would use with these flags. Throws ReadError where there is none. */
export function connectionFor(flags: ReadFlags, options: ReadOptions): Connection {
  return connectionTo(flags.context?.[0], kubeconfigOf(flags, options), flags, options);
}

/** What the kubeconfig files hold together. */
export function kubeconfigOf(flags: ReadFlags, options: ReadOptions): KubeConfig {
  const files = kubeconfigFiles(flags, options.env ?? process.env, options.home ?? homedir());
  return files.length > 0 ? mergedKubeConfig(files) : inCluster();
}

/** The connection of one context; of the current one when none is named. */
export function connectionTo(
  wanted: string | undefined,
  config: KubeConfig,
  flags: ReadFlags,
  options: ReadOptions,
): Connection {
  const env = options.env ?? process.env;
  const context = contextOf(config, wanted);
  const clusterName = flags.cluster ?? context.cluster;
  const userName = flags.user ?? context.user;
  const cluster = config.getCluster(clusterName);
  if (!cluster?.server) {
    const known = config.clusters.map(({ name }) => name);
    throw new ReadError(`The kubeconfig has no cluster ${JSON.stringify(clusterName)}.`, knownHint(known));
  }
  if (!URL.canParse(cluster.server)) {
    throw new ReadError(
      `Cluster ${clusterName} of the kubeconfig has no usable server: ${JSON.stringify(cluster.server)}.`,
    );
  }
  const user = config.getUser(userName) ?? undefined;
  if (flags.user !== undefined && !user) {
    throw new ReadError(
      `The kubeconfig has no user ${JSON.stringify(userName)}.`,
      knownHint(config.users.map(({ name }) => name)),
    );
  }
  return use(
    { config, cluster, user, context: context.name, namespace: flags.namespace ?? context.namespace ?? 'default' },
    env,
  );
}

/** The same connection with what the client library leaves to its user: proxies, plain HTTP, exec plugins' environment. */
function use(connection: Connection, env: Readonly<Record<string, string | undefined>>): Connection {
  const { server } = connection.cluster;
  const proxyUrl = connection.cluster.proxyUrl ?? proxyFor(server, env);
  const cluster: Cluster = {
    ...connection.cluster,
    ...(proxyUrl !== undefined && { proxyUrl }),
    // The library refuses http: unless verification is off; kubectl takes it.
    skipTLSVerify: connection.cluster.skipTLSVerify || server.startsWith('http:'),
  };
  const user = connection.user && execInfo(connection.user, cluster);
  // Without a user the library would forget the cluster's certificate authority too.
  const sender = user ?? { name: 'nobody' };
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [cluster],
    users: [sender],
    contexts: [{ name: connection.context, cluster: cluster.name, user: sender.name }],
    currentContext: connection.context,
  });
  return { ...connection, config, cluster, user };
}

function inCluster(): KubeConfig {
  if (!process.env.KUBERNETES_SERVICE_HOST || !existsSync(SERVICE_ACCOUNT_TOKEN)) {
    throw new ReadError(
      'No kubeconfig: there is no ~/.kube/config, and KUBECONFIG is not set.',
      'Name one with --kubeconfig, or read files with -f.',
    );
  }
  const config = new KubeConfig();
  config.loadFromCluster();
  return config;
}

function contextOf(config: KubeConfig, wanted: string | undefined) {
  const name = wanted ?? config.currentContext;
  const known = config.contexts.map((context) => context.name);
  if (!name)
    throw new ReadError('The kubeconfig has no current context.', `${knownHint(known)} Choose one with --context.`);
  const context = config.getContextObject(name);
  if (!context) throw new ReadError(`The kubeconfig has no context ${JSON.stringify(name)}.`, knownHint(known));
  return context;
}

function knownHint(names: readonly string[]): string {
  return names.length === 0 ? 'It has none at all.' : `It has: ${names.join(', ')}.`;
}
