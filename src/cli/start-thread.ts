import { Worker } from 'node:worker_threads';

/** Runs view-worker in a thread of its own. A bundle has another of this name, scripts/package/entry/start-thread.ts. */
export function startThread(workerData: unknown): Worker {
  const { url } = import.meta;
  return url.endsWith('.ts')
    ? new Worker(fromSource(new URL('./view-worker.ts', url)), { eval: true, workerData })
    : new Worker(new URL('./view-worker.js', url), { workerData });
}

/** Run from source, the thread has to load TypeScript, like bin/dev.js. */
function fromSource({ href }: URL): string {
  const tsx = import.meta.resolve('tsx/esm/api');
  return `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(href)}); });`;
}
