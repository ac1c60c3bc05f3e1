import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandPages } from './docs/pages.js';

/** Writes docs/commands. */
const FOLDER = fileURLToPath(new URL('../docs/commands/', import.meta.url));
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of await commandPages()) writeFileSync(join(FOLDER, name), text);
