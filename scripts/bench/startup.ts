import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../package/bundle.js';
import { ROOT } from '../package/root.js';

export interface StartUp {
  what: string;
  ms: number;
  /** To an empty program of the same Node in the same run. */
  ratio: number;
  goal: number;
}

const ROUNDS = 20;
const MESH = ['-f', join(ROOT, 'examples/mesh')];
const EXPLAIN = ['explain', 'deployment/checkout.shop', 'ledger.payments:9000', ...MESH];
const COMPLETE = ['__complete', 'explain', ...MESH, 'deployment/checkout.shop', 'ledger'];

/** How long the bundle takes from start to end, the code cache being warm: the fastest of several rounds of each. */
export async function startUp(): Promise<StartUp[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-startup-'));
  try {
    const { loader } = await bundle(folder);
    const cases = {
      'node -e 0': ['-e', '0'],
      version: [loader, 'version'],
      'explain on the example': [loader, ...EXPLAIN],
      'completion from the cache': [loader, ...COMPLETE],
    };
    const fastest = measure(cases, { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') });
    const empty = fastest['node -e 0'];
    const line = (what: keyof typeof cases, goal: number) => ({
      what,
      ms: fastest[what],
      ratio: fastest[what] / empty,
      goal,
    });
    return [line('version', 1.5), line('explain on the example', 3), line('completion from the cache', 2)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rounds take turns, so that a busy moment of the machine meets all of them. */
function measure<Name extends string>(cases: Record<Name, string[]>, env: NodeJS.ProcessEnv): Record<Name, number> {
  const fastest = {} as Record<Name, number>;
  for (let round = -1; round < ROUNDS; round++) {
    for (const name of Object.keys(cases) as Name[]) {
      const start = performance.now();
      spawnSync(process.execPath, cases[name], { env, stdio: 'ignore' });
      // The first round fills the caches.
      if (round >= 0) fastest[name] = Math.min(fastest[name] ?? Infinity, performance.now() - start);
    }
  }
  return fastest;
}
