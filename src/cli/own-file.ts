import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS_WRITE = 0o022;

/** The content of a cache file, or undefined when there is none, or when another user could have written it. */
export function readOwnFile(path: string, maxAgeMs = Infinity): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { uid, mode, mtimeMs } = fstatSync(file);
    const user = process.getuid?.();
    if (user !== undefined && (uid !== user || (mode & OTHERS_WRITE) !== 0)) return undefined;
    const age = Date.now() - mtimeMs;
    return age <= maxAgeMs && age > -maxAgeMs ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Writes a cache file whole or not at all; a cache that cannot be written is no error. */
export function writeOwnFile(path: string, content: Uint8Array | string): void {
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(part, content, { mode: 0o600, flag: 'wx' });
    renameSync(part, path);
  } catch {
    remove(part);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It may stand below a file that should be a folder.
  }
}
