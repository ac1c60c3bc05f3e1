import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD = fileURLToPath(new URL('../../../scripts/live/build.sh', import.meta.url));

/** The path of a Kubernetes program; built once when the cache does not hold it, which takes minutes. */
export async function built(program: 'kube-apiserver' | 'kubectl'): Promise<string> {
  const { stdout } = await run(BUILD, [program], { maxBuffer: 1 << 26 });
  return stdout.trim().split('\n').at(-1)!;
}

/** The kubectl of PATH when it runs plugins as today's does, else one of the server's version. */
export async function kubectlProgram(): Promise<string> {
  try {
    const { stdout } = await run('kubectl', ['version', '--client', '-o', 'json']);
    const { clientVersion } = JSON.parse(stdout) as { clientVersion: { major: string; minor: string } };
    if (Number(clientVersion.major) > 1 || Number.parseInt(clientVersion.minor, 10) >= 26) return 'kubectl';
  } catch {
    // Not on PATH.
  }
  return built('kubectl');
}
