import { existsSync } from 'node:fs';
import { ReadError } from '../read-error.js';

/** A path of `-f`, and the Kubernetes cluster whose objects it holds. */
export interface NamedPath {
  path: string;
  cluster?: string;
}

const NAMED = /^([A-Za-z0-9][\w.-]*)=(.+)$/;

/** `NAME=PATH` names the cluster, unless a file has such a name. All paths name theirs, or none does. */
export function namedPaths(paths: readonly string[]): NamedPath[] {
  const named = paths.map((path): NamedPath => {
    const match = existsSync(path) ? null : NAMED.exec(path);
    return match ? { path: match[2]!, cluster: match[1]! } : { path };
  });
  const without = named.find(({ cluster }) => cluster === undefined);
  const some = named.find(({ cluster }) => cluster !== undefined);
  if (some && without) {
    throw new ReadError(
      `-f ${without.path} names no Kubernetes cluster, and -f ${some.cluster}=${some.path} does.`,
      'Write all as NAME=PATH, several for one cluster where it has several files.',
    );
  }
  return named;
}
