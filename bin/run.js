#!/usr/bin/env node
// Has to be set before oclif is imported.
process.env.OCLIF_DISABLE_ENGINE_WARNING ??= '1';

const { start } = await import('../dist/cli/run.js');
await start();
