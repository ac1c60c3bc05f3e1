import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ToEngine } from '../views/engine/protocol.js';
import { serveEngine, type EngineRequest } from './view-engine.js';

/** Niceness of the thread: keys come first where processors are few. */
const NICE = 10;

// What the thread runs. It ends in order when it is told to, whatever it still watches.
if (parentPort) {
  giveWay();
  parentPort.on('message', ({ type }: ToEngine) => {
    if (type === 'stop') process.exit();
  });
  void serveEngine(parentPort, workerData as EngineRequest);
}

/** Only Linux has priorities of threads; elsewhere this would be the whole program's. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it: keys wait a little longer then.
  }
}
