/**
 * Compares the engine with answers that real istiod gave.
 *
 *   npm run --silent conformance -- FILE… [--show K] [--field NAME]
 *
 * Prints for each file what was compared and what differs, by field; the last line is `N proxies compared, N differ`.
 * Exits with 1 when anything differs, 2 when a file cannot be read.
 */
import { run } from './conformance/run.js';

process.exitCode = await run(process.argv.slice(2), console.log, console.error);
