import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { absentModules, commandIds, commandTable } from './esbuild-plugins.js';
import { terminalView } from './terminal-view.js';
import { ROOT, VERSION } from './root.js';

const require = createRequire(import.meta.url);

export interface Bundle {
  /** The program file that `node` runs. */
  loader: string;
  /** All else, which the loader runs. */
  bundle: string;
  metafile: Metafile;
}

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The whole program as two files in `folder`. It needs node_modules and oclif.manifest.json, no build in dist. */
export async function bundle(folder: string): Promise<Bundle> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'mesh-registry.cjs');
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ['scripts/package/entry/main.ts'],
    outfile: file,
    metafile: true,
    plugins: [commandTable, absentModules, terminalView],
    // A module in one file is loaded where it is first needed, with import() too.
    supported: { 'dynamic-import': false },
    // The client library's dependencies mean the package; Node's own module of that name warns when it is loaded.
    alias: { punycode: require.resolve('punycode/') },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  });
  const loader = join(folder, 'kubectl-mesh_registry');
  const hash = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  await build({
    ...COMMON,
    entryPoints: ['scripts/package/entry/loader.ts'],
    outfile: loader,
    banner: { js: '#!/usr/bin/env node' },
    define: {
      BUILD: JSON.stringify(`${VERSION}-${hash.slice(0, 12)}`),
      COMMANDS: JSON.stringify([...commandIds(), '__complete']),
    },
  });
  await chmod(loader, 0o755);
  return { loader, bundle: file, metafile };
}
