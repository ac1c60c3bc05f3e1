#!/usr/bin/env node
// What kubectl asks when it completes `kubectl mesh-registry …`.
process.argv.splice(2, 0, '__complete');
await import('./run.js');
