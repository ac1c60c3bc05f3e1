import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { ROOT } from '../root.js';

const IN_OCLIF = /[\\/]@oclif[\\/]core[\\/]lib[\\/]/;
/**
 * Modules of oclif that others of it import and that this program does not reach: its configuration (entry/config.ts takes its
 * place), its help pages and its spinner.
 */
const UNREACHED = new RegExp(
  `${IN_OCLIF.source}(config[\\\\/]index|help[\\\\/]index|ux[\\\\/]action[\\\\/](simple|spinner))\\.js$`,
);
/** Packages with which oclif prints errors and help; this program does it itself. */
const PRINTING = /^(ansis|ejs|wrap-ansi)$/;
const NOTHING = 'exports.__esModule = true; exports.default = class {};';

/** DEBUG would make oclif tell what it does, and asking for the terminal's colours for that takes time. */
const QUIET = `
const nothing = () => {};
const logger = { child: () => logger, debug: nothing, error: nothing, info: nothing, trace: nothing, warn: nothing };
exports.makeDebug = () => nothing;
exports.getLogger = () => logger;
exports.setLogger = nothing;
`;

/** Of oclif, only what parses a command line and runs a command: it is loaded at every start. */
export const slimOclif: Plugin = {
  name: 'slim-oclif',
  setup(build) {
    build.onResolve({ filter: /^@oclif\/core$/ }, () => ({ path: join(ROOT, 'scripts/package/entry/oclif.ts') }));
    build.onResolve({ filter: PRINTING }, ({ path, importer }) =>
      IN_OCLIF.test(importer) ? { path, namespace: 'unreached' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'unreached' }, () => ({ contents: NOTHING }));
    build.onLoad({ filter: UNREACHED }, () => ({ contents: NOTHING }));
    build.onLoad({ filter: new RegExp(`${IN_OCLIF.source}logger\\.js$`) }, () => ({ contents: QUIET }));
    build.onLoad({ filter: new RegExp(`${IN_OCLIF.source}ux[\\\\/]supports-color\\.js$`) }, () => ({
      contents: 'exports.supportsColor = () => false;',
    }));
    // Looking at the streams for their width opens both.
    build.onLoad({ filter: new RegExp(`${IN_OCLIF.source}screen\\.js$`) }, () => ({
      contents: 'exports.stdtermwidth = exports.errtermwidth = 80;',
    }));
  },
};
