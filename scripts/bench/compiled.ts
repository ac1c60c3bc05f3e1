import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { join } from 'node:path';
import { ROOT } from '../package/root.js';

const FOLDER = join(ROOT, 'node_modules/.cache/bench');

/** The program of the tasks in JavaScript, as a release has it: tsx names every function anew wherever it is made. */
export async function compiledChild(): Promise<string> {
  await build({
    entryPoints: [
      fileURLToPath(new URL('child.ts', import.meta.url)),
      // Stands beside it, for the thread of the view.
      join(ROOT, 'src/cli/view-worker.ts'),
    ],
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: FOLDER,
    logLevel: 'warning',
  });
  return join(FOLDER, 'child.js');
}
