import { parentPort, workerData } from 'node:worker_threads';
import type { ToEngine } from '../views/engine/protocol.js';
import { serveEngine, type EngineRequest } from './view-engine.js';

// What the thread runs. It ends in order when it is told to, whatever it still watches.
if (parentPort) {
  parentPort.on('message', ({ type }: ToEngine) => {
    if (type === 'stop') process.exit();
  });
  void serveEngine(parentPort, workerData as EngineRequest);
}
