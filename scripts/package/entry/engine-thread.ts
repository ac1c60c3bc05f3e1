import { Worker } from 'node:worker_threads';
import type { EngineRequest } from '../../../src/cli/view-engine.js';
import { programText } from './program.js';

/** Takes the place of src/cli/engine-thread.ts in the bundle: the thread runs the bundle itself, and main.ts tells which it is. */
export function engineThread(request: EngineRequest): Worker {
  return new Worker(programText(), { eval: true, workerData: request });
}
