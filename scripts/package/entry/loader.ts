import { readdirSync, rmSync } from 'node:fs';
import { wrap } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { cacheDir } from '../../../src/cli/cache-dir.js';
import { readOwnFile, writeOwnFile } from '../../../src/cli/own-file.js';
import { NAME, programText } from './program.js';

/** The first program file: runs the bundle with the code that V8 compiled when the same command ran last. */

// Put in by the build.
declare const BUILD: string;
declare const COMMANDS: readonly string[];

const FOLDER = join(cacheDir(), 'code');
// V8 itself only compares the length of the source.
const BUILT = `${BUILD}-${process.version}-${process.arch}`;

/** Each command compiles other functions, so each has a file of its own. */
function cacheFile(): string | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const [, , id = 'help'] = process.argv;
  const command = COMMANDS.includes(id) ? id : 'help';
  return join(FOLDER, `${BUILT}-${command}.bin`);
}

function keep(file: string, script: Script): void {
  writeOwnFile(file, script.createCachedData());
  try {
    for (const name of readdirSync(FOLDER)) if (!name.startsWith(BUILT)) rmSync(join(FOLDER, name), { force: true });
  } catch {
    // Files of another build only take space.
  }
}

function run(): void {
  // Has to be set before oclif is loaded.
  process.env.OCLIF_DISABLE_ENGINE_WARNING ??= '1';
  const file = cacheFile();
  const cachedData = file === undefined ? undefined : readOwnFile(file);
  const script = new Script(wrap(programText()), {
    filename: join(__dirname, NAME),
    ...(cachedData && { cachedData }),
  });
  if (file !== undefined && (!cachedData || script.cachedDataRejected)) {
    process.once('exit', () => {
      keep(file, script);
    });
  }
  const start = script.runInThisContext() as (...values: unknown[]) => void;
  start.call(exports, exports, require, module, __filename, __dirname);
}

run();
