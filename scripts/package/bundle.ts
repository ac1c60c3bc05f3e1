import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { absentModules } from './bundle/absent-modules.js';
import { commandIds, commandTable } from './bundle/command-table.js';
import { lazyBuiltins } from './bundle/lazy-builtins.js';
import { PART_FILES, partSource, separateParts } from './bundle/parts.js';
import { slimOclif } from './bundle/slim-oclif.js';
import { terminalView } from './bundle/terminal-view.js';
import { ROOT, VERSION } from './root.js';

const require = createRequire(import.meta.url);

export interface Bundle {
  /** The program file that `node` runs. */
  loader: string;
  /** All else, which the loader runs: the program, and the libraries beside it. */
  parts: string[];
  metafile: Metafile;
}

const PROGRAM = 'mesh-registry.cjs';

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

/** The whole program as some files in `folder`. It needs node_modules and oclif.manifest.json, no build in dist. */
export async function bundle(folder: string): Promise<Bundle> {
  await mkdir(folder, { recursive: true });
  const program: BuildOptions = { entryPoints: ['scripts/package/entry/main.ts'] };
  const metafiles = [await part(folder, PROGRAM, program, [commandTable, slimOclif, separateParts])];
  for (const file of PART_FILES) {
    metafiles.push(await part(folder, file, { stdin: { contents: partSource(file), resolveDir: ROOT } }));
  }
  const parts = [PROGRAM, ...PART_FILES].map((file) => join(folder, file));
  return { loader: await loader(folder, parts), parts, metafile: merged(metafiles) };
}

async function part(folder: string, file: string, entry: BuildOptions, plugins: Plugin[] = []): Promise<Metafile> {
  const { metafile } = await build({
    ...COMMON,
    ...entry,
    outfile: join(folder, file),
    metafile: true,
    plugins: [...plugins, absentModules, lazyBuiltins, terminalView],
    // A module in one file is loaded where it is first needed, with import() too.
    supported: { 'dynamic-import': false },
    // The client library's dependencies mean the package; Node's own module of that name warns when it is loaded.
    alias: { punycode: require.resolve('punycode/') },
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      // There is no file beside the program that another thread could run.
      'import.meta.url': '""',
    },
  });
  return metafile;
}

async function loader(folder: string, parts: readonly string[]): Promise<string> {
  const file = join(folder, 'kubectl-mesh_registry');
  const hash = createHash('sha256');
  for (const path of parts) hash.update(await readFile(path));
  await build({
    ...COMMON,
    entryPoints: ['scripts/package/entry/loader.ts'],
    outfile: file,
    banner: { js: '#!/usr/bin/env node' },
    define: {
      BUILD: JSON.stringify(`${VERSION}-${hash.digest('hex').slice(0, 12)}`),
      COMMANDS: JSON.stringify([...commandIds(), '__complete']),
      PROGRAM: JSON.stringify(PROGRAM),
      PARTS: JSON.stringify(PART_FILES),
    },
  });
  await chmod(file, 0o755);
  return file;
}

function merged(metafiles: readonly Metafile[]): Metafile {
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)) as Metafile['inputs'],
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)) as Metafile['outputs'],
  };
}
