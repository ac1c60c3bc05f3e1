import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { adminApi } from '../../test/live/support/admin-api.js';
import { startApiServer } from '../../test/live/support/api-server.js';
import { writeKubeconfig } from '../../test/live/support/kubeconfig.js';
import { cachedProgram, kubectlProgram } from '../../test/live/support/programs.js';
import { loadServicesAndPods } from './load-api.js';
import { makeMesh, type MeshSize } from './make-mesh.js';
import { median } from './time.js';

const CHILD = fileURLToPath(new URL('live-child.ts', import.meta.url));
const run = promisify(execFile);
const ROUNDS = 5;
const LISTS = ['/api/v1/services', '/api/v1/pods'];

export interface LiveReading {
  services: number;
  pods: number;
  /** Medians of wall time in milliseconds: reading the mesh, and `kubectl get --raw` of Services and Pods. */
  read: number;
  kubectl: number;
  /** Of reading to kubectl, in each round. */
  ratios: number[];
  /** Of the process that reads, and of the two lists. */
  peakBytes: number;
  listBytes: number;
}

/** Why the live bench cannot run here; undefined when it can. */
export async function whyNotLive(): Promise<string | undefined> {
  if (!existsSync(await cachedProgram('kube-apiserver')))
    return 'kube-apiserver is not built: npm run test:live builds it';
  try {
    await run('etcd', ['--version']);
    return undefined;
  } catch {
    return 'etcd is not on PATH: the package etcd-server of Debian has it';
  }
}

/**
 * Reads Services and Pods of a made-up mesh through a real API server, beside kubectl. Both are whole processes, from start
 * to end: the reader is bundled as the program is when it is shipped.
 */
export async function readLiveBesideKubectl(size: MeshSize): Promise<LiveReading> {
  const [server, kubectl] = [await startApiServer(), await kubectlProgram()];
  try {
    const kubeconfig = writeKubeconfig(server, { name: 'bench', token: server.adminToken });
    const objects = await loadServicesAndPods(adminApi(server), makeMesh(size));
    const reader = await bundled(server.directory);
    const lists = LISTS.map((path) => [kubectl, '--kubeconfig', kubeconfig, 'get', '--raw', path]);
    // Untimed, so that neither pays for what the other finds in caches.
    const listBytes = await sizeOf(lists);
    let peakBytes = await peakOf(reader, kubeconfig);
    const times: { read: number; kubectl: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      let start = performance.now();
      for (const list of lists) await silent(list);
      const ofKubectl = performance.now() - start;
      start = performance.now();
      peakBytes = Math.max(peakBytes, await peakOf(reader, kubeconfig));
      times.push({ read: performance.now() - start, kubectl: ofKubectl });
    }
    return {
      ...objects,
      read: median(times.map(({ read }) => read)),
      kubectl: median(times.map((one) => one.kubectl)),
      ratios: times.map((one) => one.read / one.kubectl),
      ...{ peakBytes, listBytes },
    };
  } finally {
    await server.stop();
  }
}

async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'live-child.cjs');
  const punycode = createRequire(import.meta.url).resolve('punycode/');
  await build({
    ...{ entryPoints: [CHILD], outfile, bundle: true, minify: true, logLevel: 'warning' },
    ...{ platform: 'node', format: 'cjs', target: 'node20.19', alias: { punycode } },
  });
  return outfile;
}

async function peakOf(reader: string, kubeconfig: string): Promise<number> {
  const { stdout } = await run(process.execPath, [reader, kubeconfig]);
  return (JSON.parse(stdout) as { peakBytes: number }).peakBytes;
}

async function sizeOf(commands: readonly string[][]): Promise<number> {
  let bytes = 0;
  for (const [program = '', ...args] of commands) {
    const { stdout } = await run(program, args, { encoding: 'buffer', maxBuffer: 1 << 30 });
    bytes += stdout.length;
  }
  return bytes;
}

/** What it prints goes nowhere: to take it would count as kubectl's time. */
async function silent([program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}`);
}
