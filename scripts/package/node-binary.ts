import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installLocked } from './install-locked.js';
import { ROOT } from './root.js';
import { hostTarget, type Target } from './targets.js';

const LOCKED = join(ROOT, 'scripts/package/node');

/** The path of Node for a target, of the version in the lock file of scripts/package/node. */
export function nodeBinary({ os, arch, nodePackage }: Target): string {
  const platform = { os: os === 'windows' ? 'win32' : os, cpu: arch === 'amd64' ? 'x64' : arch };
  const modules = installLocked(LOCKED, platform);
  return join(modules, nodePackage, 'bin', os === 'windows' ? 'node.exe' : 'node');
}

/** The licences of Node and of what it is made of; the package for Windows leaves them out. */
export function nodeLicence(): string {
  return readFileSync(join(nodeBinary(hostTarget()), '../../LICENSE'), 'utf8');
}
