import { parentPort, workerData } from 'node:worker_threads';
import { serveEngine, type EngineRequest } from './view-engine.js';

// What the thread runs.
if (parentPort) void serveEngine(parentPort, workerData as EngineRequest);
