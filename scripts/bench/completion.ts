import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPLETION_EXECUTABLE, COMPLETION_SCRIPT } from '../../src/cli/completion/script.js';
import { bundle } from '../package/bundle.js';
import { ROOT } from '../package/root.js';
import { median } from './time.js';

const ROUNDS = 11;
const WORDS = [
  '__complete',
  'mesh-registry',
  'explain',
  '-f',
  join(ROOT, 'examples/mesh'),
  'deployment/checkout.shop',
  'led',
];

/** Milliseconds by the clock that kubectl takes to complete with a plugin that says nothing, and what ours takes more. */
export async function completionThroughKubectl(): Promise<{ kubectl: number; ours: number } | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'mesh-registry-completion-'));
  try {
    const [ours, silent] = ['ours', 'silent'].map((name) => join(folder, name)) as [string, string];
    const { loader } = await bundle(ours);
    mkdirSync(silent);
    symlinkSync(loader, join(silent, 'kubectl-mesh_registry'));
    const executable = { mode: 0o755 };
    writeFileSync(join(ours, COMPLETION_EXECUTABLE), COMPLETION_SCRIPT, executable);
    writeFileSync(join(silent, COMPLETION_EXECUTABLE), '#!/bin/sh\necho :4\n', executable);
    const time = (plugin: string): number => {
      const env = { PATH: `${plugin}:${process.env.PATH ?? ''}`, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
      const start = performance.now();
      execFileSync('kubectl', WORDS, { env, stdio: 'ignore' });
      return performance.now() - start;
    };
    // The first fills the caches.
    time(ours);
    const rounds = Array.from({ length: ROUNDS }, () => ({ kubectl: time(silent), both: time(ours) }));
    return {
      kubectl: median(rounds.map(({ kubectl }) => kubectl)),
      ours: median(rounds.map(({ kubectl, both }) => both - kubectl)),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
