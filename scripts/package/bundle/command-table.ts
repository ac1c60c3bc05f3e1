import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../root.js';

/** The ids of the commands: the names of their files. */
export function commandIds(): string[] {
  return readdirSync(join(ROOT, 'src/commands'))
    .map((name) => name.replace(/\.tsx?$/, ''))
    .sort();
}

/** `bundle:commands`: a table of the commands, each loaded when it is run. */
export const commandTable: Plugin = {
  name: 'command-table',
  setup(build) {
    build.onResolve({ filter: /^bundle:commands$/ }, ({ path }) => ({ path, namespace: 'bundle' }));
    build.onLoad({ filter: /^bundle:commands$/, namespace: 'bundle' }, () => ({
      contents: `export default { ${commandIds()
        .map((id) => `${JSON.stringify(id)}: () => import('./src/commands/${id}.js')`)
        .join(', ')} };`,
      resolveDir: ROOT,
    }));
    // In place of the one that reads package.json, the manifest and the folder of commands.
    build.onResolve({ filter: /^\.\/config\.js$/ }, ({ importer }) =>
      importer === join(ROOT, 'src/cli/run.ts') ? { path: join(ROOT, 'scripts/package/entry/config.ts') } : undefined,
    );
  },
};
