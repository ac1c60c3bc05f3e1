import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD = fileURLToPath(new URL('../../../scripts/live/build.sh', import.meta.url));

/** The path of a Kubernetes program; built once when the cache does not hold it, which takes minutes. */
export async function built(program: 'kube-apiserver' | 'kubectl'): Promise<string> {
  const build = spawn(BUILD, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [stdout] = await Promise.all([text(build.stdout), once(build, 'close')]);
  if (build.exitCode !== 0) throw new Error(`${program} could not be built`);
  return stdout.trim();
}

/** Where a built program lies, or would. */
export async function cachedProgram(program: 'kube-apiserver' | 'kubectl'): Promise<string> {
  const { stdout } = await run(BUILD, [program, '--where']);
  return stdout.trim();
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
