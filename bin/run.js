#!/usr/bin/env node
// Has to be set before oclif is imported.
process.env.OCLIF_DISABLE_ENGINE_WARNING ??= '1';
// The view's renderer is slower otherwise.
process.env.NODE_ENV ??= 'production';

const { start } = await import('../dist/cli/run.js');
await start();
