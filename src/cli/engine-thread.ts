import type { FromEngine, Port, ToEngine } from '../views/engine/protocol.js';
import { startThread } from './start-thread.js';
import type { Beginning, EngineRequest } from './view-engine.js';

export interface EngineThread {
  port: Port<FromEngine | Beginning, ToEngine>;
  /** Rejects when the engine breaks. */
  failed: Promise<never>;
  close: () => Promise<void>;
}

/** How long it has to end by itself; it hears nothing while it computes. */
const END_MS = 200;

/** The thread that keeps the engine off the draw path. */
export function engineThread(request: EngineRequest): EngineThread {
  const thread = startThread(request);
  const failed = new Promise<never>((_, reject) => {
    thread.once('error', reject);
    // Whoever waits for its first word would wait for ever.
    thread.once('exit', (code) => reject(new Error(`the engine's thread ended with code ${code}`)));
  });
  // Whoever waits for it is told; nobody has to.
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const close = async () => {
    thread.postMessage({ type: 'stop' } satisfies ToEngine);
    const late = setTimeout(() => void thread.terminate(), END_MS);
    await ended;
    clearTimeout(late);
  };
  return { port: thread, failed, close };
}
