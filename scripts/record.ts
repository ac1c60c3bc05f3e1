import { writeFile } from 'node:fs/promises';
import { RECORDING, recording } from './record/recording.js';

/** Writes the recording that the README shows. */
await writeFile(RECORDING, await recording());
