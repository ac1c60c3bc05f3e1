import { Worker } from 'node:worker_threads';
import type { EngineRequest } from './view-engine.js';

/** The thread that keeps the engine off the draw path. The bundle has one file only, and so another way to start it. */
export function engineThread(request: EngineRequest): Worker {
  return import.meta.url.endsWith('.ts')
    ? new Worker(fromSource(new URL('./view-worker.ts', import.meta.url)), { eval: true, workerData: request })
    : new Worker(new URL('./view-worker.js', import.meta.url), { workerData: request });
}

/** Run from source, the thread has to load TypeScript, like bin/dev.js. */
function fromSource({ href }: URL): string {
  const tsx = import.meta.resolve('tsx/esm/api');
  return `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
}
