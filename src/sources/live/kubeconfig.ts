import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { KubeConfig, type Cluster, type Context, type User } from '@kubernetes/client-node';
import { ReadError } from '../read-error.js';

interface ExecPlugin {
  command?: string;
}

/** All files as one: of two entries with one name, and of two current contexts, the first counts, as for kubectl. */
export function mergedKubeConfig(files: readonly string[]): KubeConfig {
  const clusters = new Map<string, Cluster>();
  const users = new Map<string, User>();
  const contexts = new Map<string, Context>();
  let currentContext = '';
  for (const file of files) {
    const config = loadFile(file);
    if (!config) continue;
    addFirst(clusters, config.clusters);
    addFirst(contexts, config.contexts);
    addFirst(
      users,
      config.users.map((user) => withPluginPath(user, file)),
    );
    currentContext ||= config.currentContext ?? '';
  }
  const merged = new KubeConfig();
  merged.loadFromOptions({
    clusters: [...clusters.values()],
    users: [...users.values()],
    contexts: [...contexts.values()],
    currentContext,
  });
  return merged;
}

function loadFile(file: string): KubeConfig | undefined {
  try {
    // An empty file is an empty kubeconfig.
    if (readFileSync(file, 'utf8').trim() === '') return undefined;
    const config = new KubeConfig();
    config.loadFromFile(file);
    return config;
  } catch (error) {
    const message = `${file}: not a kubeconfig: ${(error as Error).message.split('\n')[0] ?? ''}.`;
    throw new ReadError(message, undefined, { cause: error });
  }
}

function addFirst<T extends { name: string }>(all: Map<string, T>, entries: readonly T[]): void {
  for (const entry of entries) if (!all.has(entry.name)) all.set(entry.name, entry);
}

/** A credential plugin with a path is found from the kubeconfig's directory. */
function withPluginPath(user: User, file: string): User {
  const exec = user.exec as ExecPlugin | null | undefined;
  const command = exec?.command;
  if (!command || isAbsolute(command) || !/[\\/]/.test(command)) return user;
  return { ...user, exec: { ...exec, command: resolve(dirname(file), command) } };
}
