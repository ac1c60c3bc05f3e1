import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ReadFlags } from '../loaded.js';
import { ReadError } from '../read-error.js';

/** The kubeconfig files that kubectl would read, in order; none means: perhaps inside a cluster. */
export function kubeconfigFiles(
  flags: Pick<ReadFlags, 'kubeconfig'>,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string[] {
  if (flags.kubeconfig !== undefined) {
    if (existsSync(flags.kubeconfig)) return [flags.kubeconfig];
    throw new ReadError(`--kubeconfig ${flags.kubeconfig}: no such file.`);
  }
  if (env.KUBECONFIG) {
    const named = env.KUBECONFIG.split(delimiter).filter((path) => path !== '');
    // kubectl passes over missing files of the list.
    const files = named.filter((path) => existsSync(path));
    if (files.length > 0) return files;
    throw new ReadError(
      `KUBECONFIG=${env.KUBECONFIG}: no such file.`,
      'Set KUBECONFIG or --kubeconfig to a kubeconfig file.',
    );
  }
  return [join(home, '.kube', 'config')].filter((path) => existsSync(path));
}
