import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { EngineClient } from '../views/engine/client.js';
import { localPorts } from '../views/engine/local.js';
import type { FromEngine, Port, ToEngine } from '../views/engine/protocol.js';
import type { Place } from '../views/place.js';
import { CannotTellError, EXIT, UsageError } from './errors.js';
import { progressLine } from './progress.js';
import { serveEngine, type Beginning, type EngineRequest } from './view-engine.js';

export interface OpenEngine {
  client: EngineClient;
  places: Place[];
  message: string;
  /** Rejects when the engine breaks. */
  failed: Promise<never>;
  close: () => Promise<void>;
}

type EnginePort = Port<FromEngine | Beginning, ToEngine>;

/** Starts an engine and waits until it has read the mesh, with progress on a terminal. Throws what kept it from reading. */
export async function openEngine(request: EngineRequest, quiet: boolean): Promise<OpenEngine> {
  const { port, failed, close } = startEngine(request);
  const client = new EngineClient(port as Port<FromEngine, ToEngine>);
  const progress = progressLine(process.stderr, quiet);
  try {
    const { places, message } = await Promise.race([beginning(port, progress.show), failed]);
    return { client, places, message, failed, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    progress.clear();
  }
}

function beginning(port: EnginePort, progress: (line: string) => void): Promise<Beginning & { type: 'ready' }> {
  return new Promise((resolve, reject) => {
    port.on('message', (message) => {
      if (message.type === 'progress') progress(message.line);
      if (message.type === 'ready') resolve(message);
      if (message.type === 'failed') reject(errorOf(message));
    });
  });
}

function errorOf({ exit, message, hint }: Beginning & { type: 'failed' }): Error {
  return exit === EXIT.usage ? new UsageError(message, hint) : new CannotTellError(message, hint);
}

function startEngine(request: EngineRequest): { port: EnginePort; failed: Promise<never>; close: () => Promise<void> } {
  const url = workerUrl();
  if (!url) return engineHere(request);
  const worker = new Worker(url, { workerData: request });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // Whoever waits for it is told; nobody has to.
  failed.catch(() => undefined);
  return { port: worker, failed, close: async () => void (await worker.terminate()) };
}

/** In slices beside the view: run from source or in a bundle there is no JavaScript file to run in a thread. */
function engineHere(request: EngineRequest): ReturnType<typeof startEngine> {
  const { client, server } = localPorts<ToEngine, FromEngine | Beginning>();
  void serveEngine(server, request);
  return { port: client, failed: new Promise<never>(() => undefined), close: () => Promise.resolve() };
}

function workerUrl(): URL | undefined {
  if (!URL.canParse(import.meta.url)) return undefined;
  const url = new URL('./view-worker.js', import.meta.url);
  return url.protocol === 'file:' && existsSync(fileURLToPath(url)) ? url : undefined;
}
