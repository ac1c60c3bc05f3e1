import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../root.js';

const CLI = join(ROOT, 'src/cli');

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
    // What reads package.json, the manifest, the folder of commands or the file of a thread.
    build.onResolve({ filter: /^\.\/(config|start-thread)\.js$/ }, ({ path, importer }) =>
      dirname(importer) === CLI ? { path: join(ROOT, 'scripts/package/entry', path.replace(/js$/, 'ts')) } : undefined,
    );
  },
};
