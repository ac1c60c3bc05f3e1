import { parentPort, workerData } from 'node:worker_threads';
import { serveEngine, type EngineRequest } from './view-engine.js';

// The entry of the thread that keeps the engine off the draw path.
if (parentPort) await serveEngine(parentPort, workerData as EngineRequest);
