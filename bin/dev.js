#!/usr/bin/env node
// The same program as bin/run.js, run from src without a build.
import { register } from 'tsx/esm/api';

process.env.OCLIF_DISABLE_ENGINE_WARNING ??= '1';
register();

const { start } = await import('../src/cli/run.ts');
await start();
