import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';
import { Worker } from 'node:worker_threads';

/** Put in by the build: the program file of the thread. */
declare const THREAD: string;

/** Takes the place of src/cli/start-thread.ts in the bundle. */
export function startThread(workerData: unknown): Worker {
  return isSea()
    ? new Worker(getAsset(THREAD, 'utf8'), { eval: true, workerData })
    : new Worker(join(__dirname, THREAD), { workerData });
}
