import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { KINDS, resourceName } from '../../../src/sources/kinds.js';
import { liveServer } from './global.js';

const run = promisify(execFile);

/** Standard output of kubectl with the administrator's kubeconfig. */
export function kubectl(...args: string[]): Promise<string> {
  return kubectlWith(liveServer().kubeconfig, ...args);
}

async function kubectlWith(kubeconfig: string, ...args: string[]): Promise<string> {
  const { kubectl: program } = liveServer();
  const { stdout } = await run(program, ['--kubeconfig', kubeconfig, ...args], { maxBuffer: 1 << 30 });
  return stdout;
}

/** What `kubectl get -o json` tells of every kind that is read. */
export function kubectlGetAll(kubeconfig = liveServer().kubeconfig): Promise<string> {
  return kubectlWith(kubeconfig, 'get', KINDS.map(resourceName).join(','), '-A', '-o', 'json');
}
