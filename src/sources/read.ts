import type { Follower } from './following.js';
import type { Loaded, ReadFlags, ReadOptions } from './loaded.js';

export type { Loaded, ReadFlags, ReadOptions } from './loaded.js';
export { ReadError } from './read-error.js';

/** The mesh that the flags mean: files when any is named, else the live API. Throws ReadError. */
export async function read(flags: ReadFlags, options: ReadOptions = {}): Promise<Loaded> {
  const { filename = [] } = flags;
  if (filename.length > 0) {
    const { readFiles } = await import('./files/read-files.js');
    return readFiles(filename, options, flags);
  }
  // Reading files must not load the Kubernetes client.
  const { readLive } = await import('./live/read-live.js');
  return readLive(flags, options);
}

/** Like `read`, and then tells the follower of every change until the signal ends it. */
export async function readAndFollow(flags: ReadFlags, options: ReadOptions, follower: Follower): Promise<Loaded> {
  const { filename = [] } = flags;
  if (filename.length > 0) {
    const { watchFiles } = await import('./files/watch-files.js');
    return watchFiles(filename, options, flags, follower);
  }
  const { watchLive } = await import('./live/watch-live.js');
  return watchLive(flags, options, follower);
}
