import { start } from '../../../src/cli/run.js';

/** All but the loader: what bin/run.js runs, in one file. */
void start();
