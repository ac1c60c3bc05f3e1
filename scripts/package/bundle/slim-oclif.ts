import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../root.js';

/**
 * Modules inside oclif that others of it import and that this program does not reach: its configuration (entry/config.ts
 * takes its place), its help pages and its spinner.
 */
const UNREACHED =
  /[\\/]@oclif[\\/]core[\\/]lib[\\/](config[\\/]index|help[\\/]index|ux[\\/]action[\\/](simple|spinner))\.js$/;

/** Of oclif, only what parses a command line and runs a command: it is loaded at every start. */
export const slimOclif: Plugin = {
  name: 'slim-oclif',
  setup(build) {
    build.onResolve({ filter: /^@oclif\/core$/ }, () => ({ path: join(ROOT, 'scripts/package/entry/oclif.ts') }));
    build.onLoad({ filter: UNREACHED }, () => ({ contents: 'exports.__esModule = true; exports.default = class {};' }));
  },
};
