import { isMainThread } from 'node:worker_threads';

/** All but the loader: what bin/run.js runs, and the thread of the view, in one file. */
if (isMainThread) void import('../../../src/cli/run.js').then(({ start }) => start());
else void import('../../../src/cli/view-worker.js');
