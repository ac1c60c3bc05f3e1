import { EngineClient } from '../views/engine/client.js';
import type { FromEngine, Port, ToEngine } from '../views/engine/protocol.js';
import type { Place } from '../views/place.js';
import { engineThread } from './engine-thread.js';
import { CannotTellError, EXIT, UsageError } from './errors.js';
import { progressLine } from './progress.js';
import type { Beginning, EngineRequest } from './view-engine.js';

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
  const { port, failed, close } = engineThread(request);
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
