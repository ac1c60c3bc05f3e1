import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from './root.js';
import { hostTarget, type Target } from './targets.js';

const LOCKED = join(ROOT, 'scripts/package/node');

/**
 * The path of Node for a target, from the lock file in scripts/package/node. It has a lock file of its own because npm installs only
 * packages of the machine's platform, and because its `node` must not come before the developer's in npm scripts.
 */
export function nodeBinary({ os, arch, nodePackage }: Target): string {
  const lock = createHash('sha256')
    .update(readFileSync(join(LOCKED, 'package-lock.json')))
    .digest('hex');
  const folder = join(CACHE, 'node', `${os}-${arch}-${lock.slice(0, 12)}`);
  if (!existsSync(folder)) install(folder, os === 'windows' ? 'win32' : os, arch === 'amd64' ? 'x64' : arch);
  return join(folder, 'node_modules', nodePackage, 'bin', os === 'windows' ? 'node.exe' : 'node');
}

/** The licences of Node and of what it is made of; the package for Windows leaves them out. */
export function nodeLicence(): string {
  return readFileSync(join(nodeBinary(hostTarget()), '../../LICENSE'), 'utf8');
}

function install(folder: string, os: string, cpu: string): void {
  mkdirSync(join(CACHE, 'node'), { recursive: true });
  const part = mkdtempSync(`${folder}.`);
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(LOCKED, file), join(part, file));
    const options = ['--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund', `--os=${os}`, `--cpu=${cpu}`];
    execFileSync('npm', ['ci', ...options], {
      cwd: part,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
