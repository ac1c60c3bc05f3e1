import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { inject } from 'postject';
import type { Bundle } from './bundle.js';
import { nodeBinary } from './node-binary.js';
import { hostTarget, type Target } from './targets.js';

// Node looks for a program inside itself when this string, which stands in its executable, ends in 1.
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The program as data that Node runs when it is put into its executable; the same for every platform. */
export function programBlob({ loader, others }: Bundle): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-sea-'));
  try {
    const output = join(folder, 'program.blob');
    const config = join(folder, 'sea.json');
    writeFileSync(
      config,
      JSON.stringify({
        // Node keeps this path as it is written here: a full one would say where the build ran.
        main: basename(loader),
        output,
        assets: Object.fromEntries(others.map((path) => [basename(path), resolve(path)])),
        disableExperimentalSEAWarning: true,
      }),
    );
    // The format belongs to a version of Node: it has to be the one that the executables carry.
    execFileSync(nodeBinary(hostTarget()), ['--experimental-sea-config', config], {
      cwd: dirname(loader),
      stdio: 'pipe',
    });
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes Node with the program inside to `file`. */
export async function executable(target: Target, blob: Buffer, file: string): Promise<void> {
  copyFileSync(nodeBinary(target), file);
  chmodSync(file, 0o755);
  await inject(file, 'NODE_SEA_BLOB', blob, {
    sentinelFuse: FUSE,
    ...(target.os === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  });
}
