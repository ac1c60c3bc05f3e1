import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../package/bundle.js';
import { ROOT } from '../package/root.js';
import { median } from './time.js';

export interface StartUp {
  what: string;
  /** Processor time of one run from start to end, the code cache being warm. */
  ms: number;
  /** To an empty program of the same Node in the same run. */
  ratio: number;
  goal?: number;
}

const ROUNDS = 7;
/** Some shells count in hundredths of a second. */
const RUNS = 10;
const MESH = ['-f', join(ROOT, 'examples/mesh')];
const EXPLAIN = ['explain', 'deployment/checkout.shop', 'ledger.payments:9000'];
const COMPLETE = ['__complete', 'explain', ...MESH, 'deployment/checkout.shop', 'ledger'];

/** What the bundle takes to start and answer with the Node of a path: medians of several rounds of each. */
export async function startUp(node: string): Promise<StartUp[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-startup-'));
  try {
    const { loader } = await bundle(folder);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
    const json = join(folder, 'example.json');
    execFileSync(node, [loader, 'snapshot', '-q', ...MESH, '-o', json], { env });
    const cases: [what: string, args: string[], goal?: number][] = [
      ['version', [loader, 'version'], 1.5],
      ['explain on the example', [loader, ...EXPLAIN, ...MESH], 3],
      ['explain on the example as JSON', [loader, ...EXPLAIN, '-f', json]],
      ['completion from the cache', [loader, ...COMPLETE], 2],
    ];
    const lines = [['-e', '0'], ...cases.map(([, args]) => args)].map((args) => [node, ...args]);
    const [empty = [], ...measured] = measure(lines, env);
    return cases.map(([what, , goal], index) => {
      const rounds = measured[index]!;
      const ratio = median(rounds.map((ms, round) => ms / empty[round]!));
      return { what, ms: median(rounds), ratio, ...(goal !== undefined && { goal }) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** For each of the command lines, its processor time in each round. Rounds take turns, as machines have moods. */
function measure(lines: readonly string[][], env: NodeJS.ProcessEnv): number[][] {
  const times = lines.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, line] of lines.entries()) {
      const ms = processorTime(line, env);
      // The first round fills the caches.
      if (round >= 0) times[index]!.push(ms);
    }
  }
  return times;
}

/** Only a shell tells what its children took. */
function processorTime(line: readonly string[], env: NodeJS.ProcessEnv): number {
  const script = `for run in ${'x '.repeat(RUNS)}; do "$@" >/dev/null 2>&1; done; times`;
  const output = execFileSync('sh', ['-c', script, 'sh', ...line], { env, encoding: 'utf8' });
  const [, children = ''] = output.split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, min, s]) => Number(min) * 60 + Number(s));
  return (seconds.reduce((sum, value) => sum + value, 0) / RUNS) * 1000;
}
