import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isMapping } from '../../model/mapping.js';
import { kubeconfigFiles } from '../../sources/live/kubeconfig-files.js';

/** The names in a list of the kubeconfig: `contexts`, `clusters` or `users`. Nothing is asked of any cluster. */
export async function kubeconfigNames(
  list: 'contexts' | 'clusters' | 'users',
  kubeconfig: string | undefined,
): Promise<string[]> {
  const { parseYaml } = await import('../../yaml/parse.js');
  const files = kubeconfigFiles(kubeconfig === undefined ? {} : { kubeconfig }, process.env, homedir());
  const names = files.flatMap((file) => {
    const parsed = parseYaml(readFileSync(file, 'utf8'));
    const entries = 'value' in parsed && isMapping(parsed.value) ? parsed.value[list] : undefined;
    return Array.isArray(entries) ? entries.map((entry: { name?: unknown } | null) => entry?.name) : [];
  });
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
