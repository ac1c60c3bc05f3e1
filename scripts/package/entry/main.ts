import { start } from '../../../src/cli/run.js';

// Node's version is the build's choice, or was checked when it was installed.
process.env.OCLIF_DISABLE_ENGINE_WARNING ??= '1';
void start();
