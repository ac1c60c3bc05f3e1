import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveOf } from '../../../scripts/package/artifacts.js';
import { CACHE, OUT } from '../../../scripts/package/root.js';
import { hostTarget } from '../../../scripts/package/targets.js';

export { kubectlProgram } from '../../live/support/programs.js';
export { temporaryFolder } from '../../support/temporary-folder.js';

/** The release that `npm run package -- host` built, and programs to try it with. */
export const ARCHIVE = join(OUT, archiveOf(hostTarget()));
export const MANIFEST = join(OUT, 'mesh-registry.yaml');
export const MESH = join(OUT, '../examples/mesh');

/** An environment in which no user's configuration is found, with `path` first on PATH. */
export function cleanEnv(home: string, ...path: string[]): NodeJS.ProcessEnv {
  return { PATH: [...path, process.env.PATH].join(':'), HOME: home, LANG: 'C.UTF-8' };
}

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** As `run`, while this process can serve. */
export function runAsync(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (data) => (output[name] += String(data)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
  });
}

export function unpack(archive: string, folder: string): void {
  execFileSync('tar', ['xzf', archive, '-C', folder]);
}

export function readText(...path: string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** A program of krew's Go module, built once into the cache. */
export function krewProgram(name: 'krew' | 'validate-krew-manifest'): string {
  const version = 'v0.4.3';
  const folder = join(CACHE, 'bin', `krew-${version}`);
  execFileSync('go', ['install', `sigs.k8s.io/krew/cmd/${name}@${version}`], {
    env: { ...process.env, GOBIN: folder, GOFLAGS: '', CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(folder, name);
}
