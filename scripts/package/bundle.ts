import { createHash } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { absentModules } from './bundle/absent-modules.js';
import { chunksOf } from './bundle/chunks.js';
import { commandIds, commandTable } from './bundle/command-table.js';
import { lazyBuiltins } from './bundle/lazy-builtins.js';
import { namedExports } from './bundle/named-exports.js';
import { entryOf, packsOf, packText, type Pack } from './bundle/packs.js';
import { slimOclif } from './bundle/slim-oclif.js';
import { terminalView } from './bundle/terminal-view.js';
import { ROOT, VERSION } from './root.js';

const require = createRequire(import.meta.url);

export interface Bundle {
  /** The program file that `node` runs. */
  loader: string;
  /** All else, which the loader runs: the packs, and the file of the thread. */
  others: string[];
  metafile: Metafile;
}

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The whole program as some files in `folder`. It needs node_modules and oclif.manifest.json, no build in dist. */
export async function bundle(folder: string): Promise<Bundle> {
  await mkdir(folder, { recursive: true });
  const { chunks, metafile } = await chunksOf({
    ...COMMON,
    entryPoints: { start: 'scripts/package/entry/main.ts', thread: 'src/cli/view-worker.ts' },
    plugins: [commandTable, slimOclif, absentModules, namedExports, lazyBuiltins, terminalView],
    // The client library's dependencies mean the package; Node's own module of that name warns when it is loaded.
    alias: { punycode: require.resolve('punycode/') },
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      'import.meta.url': '""',
      THREAD: JSON.stringify(THREAD),
    },
  });
  const packs = packsOf(chunks);
  for (const pack of packs) await writeFile(join(folder, pack.file), packText(pack));
  await loader(join(folder, PROGRAM), packs, 'start');
  await chmod(join(folder, PROGRAM), 0o755);
  await loader(join(folder, THREAD), packs, 'thread');
  const others = [...packs.map(({ file }) => file), THREAD];
  return { loader: join(folder, PROGRAM), others: others.map((file) => join(folder, file)), metafile };
}

const PROGRAM = 'kubectl-mesh_registry';
const THREAD = 'mesh-registry-thread.cjs';

async function loader(outfile: string, packs: readonly Pack[], entry: 'start' | 'thread'): Promise<void> {
  const hash = createHash('sha256');
  for (const pack of packs) hash.update(packText(pack));
  const fileOf = packs.flatMap((pack) => pack.chunks.map(({ name }) => [`./${name}`, pack.file]));
  await build({
    ...COMMON,
    format: 'cjs',
    entryPoints: ['scripts/package/entry/loader.ts'],
    outfile,
    ...(entry === 'start' && { banner: { js: '#!/usr/bin/env node' } }),
    define: {
      BUILD: JSON.stringify(`${VERSION}-${hash.digest('hex').slice(0, 12)}`),
      COMMANDS: JSON.stringify([...commandIds(), '__complete']),
      FILES: JSON.stringify(Object.fromEntries(fileOf)),
      ENTRY: JSON.stringify(`./${entryOf(packs, entry)}`),
      IN_THREAD: JSON.stringify(entry === 'thread'),
    },
  });
}
