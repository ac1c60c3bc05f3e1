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
