import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { kubeconfigFiles } from '../../sources/live/kubeconfig-files.js';

/** The names in a list of the kubeconfig: `contexts`, `clusters` or `users`. Nothing is asked of any cluster. */
export async function kubeconfigNames(
  list: 'contexts' | 'clusters' | 'users',
  kubeconfig: string | undefined,
): Promise<string[]> {
  const { parse } = await import('yaml');
  const files = kubeconfigFiles(kubeconfig === undefined ? {} : { kubeconfig }, process.env, homedir());
  const names = files.flatMap((file) => {
    const entries = (parse(readFileSync(file, 'utf8')) as Record<string, unknown> | null)?.[list];
    return Array.isArray(entries) ? entries.map((entry: { name?: unknown } | null) => entry?.name) : [];
  });
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
