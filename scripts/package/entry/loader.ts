import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getRawAsset, isSea } from 'node:sea';
import type * as v8 from 'node:v8';
import { Script } from 'node:vm';
import { cacheDir } from '../../../src/cli/cache-dir.js';
import { EXIT } from '../../../src/cli/errors.js';
import { readOwnFile, writeOwnFile } from '../../../src/cli/own-file.js';

/** The first file of the program, and of the thread that it starts: runs the others with the code that V8 compiled when the same command ran last. */

// Put in by the build.
declare const BUILD: string;
declare const COMMANDS: readonly string[];
/** The file that each chunk is in. */
declare const FILES: Readonly<Record<string, string>>;
declare const ENTRY: string;
/** Whether this is not the program, but the thread that it starts. */
declare const IN_THREAD: boolean;

type Factory = (exports: object, require: (id: string) => unknown, module: Module, dirname: string) => void;
interface Module {
  exports: object;
}

const FOLDER = join(cacheDir(), 'code');
// V8 itself only compares the length of the source.
const BUILT = `${BUILD}-${process.version}-${process.arch}`;

const [, , word = 'help', ...rest] = process.argv;
const asksHelp = rest.includes('--help') || rest.includes('-h');
const command = IN_THREAD ? 'thread' : COMMANDS.includes(word) && !asksHelp ? word : 'help';
/** They are over before V8 would optimize anything. */
const BRIEF = ['help', 'version', '__complete'];

/** V8's names for how often a function runs before it is optimized, by its major version; the values are ten times its own. */
const LATER: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=1000000',
  12: '--invocation-count-for-turbofan=30000',
  13: '--invocation-count-for-turbofan=30000',
};

/** Most runs are short: optimizing takes more of the processor than it saves, and a long run does not notice the delay. */
function optimizeLater(): void {
  const flag = LATER[process.versions.v8.split('.')[0]!];
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loading it takes time, too
  if (flag !== undefined) (require('node:v8') as typeof v8).setFlagsFromString(flag);
}

const modules = new Map<string, Module>();
const files = new Map<string, Readonly<Record<string, Factory>>>();

/** `require` of the chunks: of each other, and of Node's modules. */
function requireChunk(id: string): unknown {
  const file = FILES[id];
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- this file becomes CommonJS
  if (file === undefined) return require(id);
  const known = modules.get(id);
  if (known) return known.exports;
  const itself = { exports: {} };
  modules.set(id, itself);
  factoriesIn(file)[id.slice(2)]!(itself.exports, requireChunk, itself, __dirname);
  return itself.exports;
}

function factoriesIn(file: string): Readonly<Record<string, Factory>> {
  let factories = files.get(file);
  if (!factories) files.set(file, (factories = compiled(file).runInThisContext() as Record<string, Factory>));
  return factories;
}

function compiled(file: string): Script {
  const cache = cacheFile(file);
  const cachedData = cache === undefined ? undefined : readOwnFile(cache);
  const script = new Script(source(file), { filename: join(__dirname, file), ...(cachedData && { cachedData }) });
  if (cache !== undefined && (!cachedData || script.cachedDataRejected)) {
    process.once('exit', (code) => {
      // A run that ended early compiled little of what others need, and what is kept is not looked at again.
      if (code === EXIT.yes || code === EXIT.no) keep(cache, script);
    });
  }
  return script;
}

function source(file: string): string {
  // esbuild writes ASCII only: a string of one-byte characters is read and compiled faster.
  return isSea()
    ? Buffer.from(getRawAsset(file) as ArrayBuffer).toString('latin1')
    : readFileSync(join(__dirname, file), 'latin1');
}

/** Each command compiles other functions, so each has files of its own. */
function cacheFile(file: string): string | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  return join(FOLDER, `${BUILT}-${command}-${file.replace(/\.cjs$/, '')}.bin`);
}

function keep(file: string, script: Script): void {
  writeOwnFile(file, script.createCachedData());
  try {
    for (const name of readdirSync(FOLDER)) if (!name.startsWith(BUILT)) rmSync(join(FOLDER, name), { force: true });
  } catch {
    // Files of another build only take space.
  }
}

// Has to be set before oclif is loaded.
process.env.OCLIF_DISABLE_ENGINE_WARNING ??= '1';
if (!IN_THREAD && !BRIEF.includes(command)) optimizeLater();
requireChunk(ENTRY);
