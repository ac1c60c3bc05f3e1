import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from './root.js';

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
    // Those that look for files beside them: for package.json, the manifest and commands, or for the thread's.
    build.onResolve({ filter: /^\.\/(config|engine-thread)\.js$/ }, ({ path, importer }) =>
      dirname(importer) === join(ROOT, 'src/cli')
        ? { path: join(ROOT, 'scripts/package/entry', path.replace(/\.js$/, '.ts')) }
        : undefined,
    );
  },
};

/** Modules that libraries load only while developing, or where they are installed. */
const ABSENT = /^(typescript|ts-node|tsx(\/.*)?|react-devtools-core|bufferutil|utf-8-validate|encoding)$/;

/** Importing them throws in the bundle, as where they are not installed. */
export const absentModules: Plugin = {
  name: 'absent-modules',
  setup(build) {
    build.onResolve({ filter: ABSENT }, ({ path }) => ({ path, namespace: 'absent' }));
    build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `throw Object.assign(new Error("Cannot find module '${path}'"), { code: 'MODULE_NOT_FOUND' });`,
    }));
  },
};
