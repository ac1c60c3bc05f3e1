import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CACHE } from './root.js';

/** Whose packages npm shall install; its words, not krew's. */
export interface Platform {
  os: string;
  cpu: string;
}

/**
 * The node_modules of the package.json and lock file in `folder` for one platform, installed once into the cache.
 * It is apart from the project's own because npm installs only packages of the machine's platform, and because the `node` of
 * a package must not come before the developer's in npm scripts.
 */
export function installLocked(folder: string, { os, cpu }: Platform): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const installed = join(CACHE, basename(folder), `${os}-${cpu}-${lock.slice(0, 12)}`);
  if (!existsSync(installed)) install(folder, installed, [`--os=${os}`, `--cpu=${cpu}`]);
  return join(installed, 'node_modules');
}

function install(folder: string, installed: string, platform: readonly string[]): void {
  mkdirSync(join(installed, '..'), { recursive: true });
  const part = mkdtempSync(`${installed}.`);
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(folder, file), join(part, file));
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund', ...platform], {
      cwd: part,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    renameSync(part, installed);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
