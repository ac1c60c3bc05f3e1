import type { Loaded } from '../loaded.js';
import { ReadError } from '../read-error.js';

export function readLive(): Promise<Loaded> {
  throw new ReadError('Reading a cluster is not possible yet; pass files with -f.');
}
