import { stat } from 'node:fs/promises';
import type { Follower } from '../following.js';
import type { Loaded, ReadFlags, ReadOptions } from '../loaded.js';
import { listFiles } from './list-files.js';
import { readFiles } from './read-files.js';

const LOOK_MS = 1000;

/** Reads files, and again whenever one is changed, added or removed, until the signal ends it. */
export async function watchFiles(
  paths: readonly string[],
  options: ReadOptions,
  flags: ReadFlags,
  follower: Follower,
): Promise<Loaded> {
  let known = await signature(paths);
  const loaded = await readFiles(paths, options, flags);
  const look = async (): Promise<void> => {
    const now = await signature(paths);
    if (now === known) return;
    known = now;
    try {
      follower.changed(await readFiles(paths, {}, flags));
      follower.watching();
    } catch (error) {
      // Half-written files are read again when they are whole.
      follower.lost((error as Error).message);
    }
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, LOOK_MS);
  options.signal?.addEventListener('abort', () => clearInterval(timer));
  follower.watching();
  return loaded;
}

/** Changes whenever a file does. Network mounts and editors that replace files defeat notifications, so this asks. */
async function signature(paths: readonly string[]): Promise<string> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      for (const file of listFiles(path)) {
        const { mtimeMs, size, ino } = await stat(file.path);
        found.push(`${file.path} ${String(mtimeMs)} ${String(size)} ${String(ino)}`);
      }
    } catch {
      found.push(`${path} is gone`);
    }
  }
  return found.join('\n');
}
