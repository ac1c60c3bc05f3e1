import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';

export const NAME = 'mesh-registry.cjs';

/** The bundle as text: out of the executable, or of the file beside the loader. */
export function programText(): string {
  // esbuild writes ASCII only: a string of one-byte characters is read and compiled faster.
  return isSea()
    ? Buffer.from(getRawAsset(NAME) as ArrayBuffer).toString('latin1')
    : readFileSync(join(__dirname, NAME), 'latin1');
}
