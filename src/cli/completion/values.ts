import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { kubeconfigFiles } from '../../sources/live/kubeconfig-files.js';
import { cacheDir } from '../cache-dir.js';
import { readOwnFile, writeOwnFile } from '../own-file.js';
import type { Values } from './names.js';

/** A list that is older would surprise. */
const KEPT_MS = 60_000;
/** The next key shall not wait again, but a cluster that came back shall be seen soon. */
const FAILURE_KEPT_MS = 10_000;
/** Whoever pressed tab waits no longer. */
const PATIENCE_MS = 4_000;

/** Flags that change what is read. */
const FLAGS = [
  ...['filename', 'kubeconfig', 'context', 'cluster-context', 'cluster', 'user', 'as', 'as-group'],
  'istioNamespace',
] as const;
const MANY = new Set<string>(['filename', 'context', 'cluster-context', 'as-group']);

type Flags = ReadonlyMap<string, string[]>;

/** The mesh's names, from the cache of the last minute or else read now; undefined when they cannot be had. */
export async function meshValues(flags: Flags): Promise<Values | undefined> {
  const places = flags.has('filename') ? [process.cwd()] : kubeconfigTimes(flags.get('kubeconfig')?.at(-1));
  if (places.length === 0 && !process.env.KUBERNETES_SERVICE_HOST) return undefined;
  const path = join(cacheDir(), 'complete', keyOf(flags, places));
  const kept = readOwnFile(`${path}.json`, KEPT_MS);
  if (kept) return JSON.parse(kept.toString('utf8')) as Values;
  if (readOwnFile(`${path}.failed`, FAILURE_KEPT_MS)) return undefined;
  try {
    const values = await readValues(flags);
    writeOwnFile(`${path}.json`, JSON.stringify(values));
    return values;
  } catch {
    writeOwnFile(`${path}.failed`, '');
    return undefined;
  }
}

function keyOf(flags: Flags, places: readonly string[]): string {
  const relevant = FLAGS.map((name) => flags.get(name) ?? []);
  return createHash('sha256')
    .update(JSON.stringify([relevant, places]))
    .digest('hex')
    .slice(0, 32);
}

/** With the times of change: another context may be current since. */
function kubeconfigTimes(named: string | undefined): string[] {
  try {
    const files = kubeconfigFiles(named === undefined ? {} : { kubeconfig: named }, process.env, homedir());
    return files.map((file) => `${file} ${statSync(file).mtimeMs}`);
  } catch {
    return [];
  }
}

async function readValues(flags: Flags): Promise<Values> {
  const [{ read }, { namesOf }] = await Promise.all([import('../../sources/read.js'), import('./names-of-mesh.js')]);
  const given = FLAGS.flatMap((name): [string, string | string[]][] => {
    const values = flags.get(name);
    const [last] = values?.slice(-1) ?? [];
    if (!values || last === undefined) return [];
    return [[name === 'as-group' ? 'asGroup' : name, MANY.has(name) ? values : last]];
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return namesOf(await read(Object.fromEntries(given), { signal, stdin: noStdin }));
}

/** Standard input belongs to the shell that completes. */
function noStdin(): Promise<Buffer> {
  return Promise.reject(new Error('no completion from standard input'));
}
