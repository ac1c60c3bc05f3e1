import { Worker } from 'node:worker_threads';
import { localPorts } from '../views/engine/local.js';
import type { FromEngine, Port, ToEngine } from '../views/engine/protocol.js';
import { serveEngine, type Beginning, type EngineRequest } from './view-engine.js';

export interface EngineThread {
  port: Port<FromEngine | Beginning, ToEngine>;
  /** Rejects when the engine breaks. */
  failed: Promise<never>;
  close: () => Promise<void>;
}

/** The thread that keeps the engine off the draw path. */
export function engineThread(request: EngineRequest): EngineThread {
  const thread = startThread(request);
  if (!thread) return engineHere(request);
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  // Whoever waits for it is told; nobody has to.
  failed.catch(() => undefined);
  return { port: thread, failed, close: async () => void (await thread.terminate()) };
}

/** A bundle has no file that a thread could run. */
function startThread(request: EngineRequest): Worker | undefined {
  const { url } = import.meta;
  if (!URL.canParse(url)) return undefined;
  return url.endsWith('.ts')
    ? new Worker(fromSource(new URL('./view-worker.ts', url)), { eval: true, workerData: request })
    : new Worker(new URL('./view-worker.js', url), { workerData: request });
}

/** Run from source, the thread has to load TypeScript, like bin/dev.js. */
function fromSource({ href }: URL): string {
  const tsx = import.meta.resolve('tsx/esm/api');
  return `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
}

/** In slices beside the view. */
function engineHere(request: EngineRequest): EngineThread {
  const { client, server } = localPorts<ToEngine, FromEngine | Beginning>();
  void serveEngine(server, request);
  return { port: client, failed: new Promise<never>(() => undefined), close: () => Promise.resolve() };
}
