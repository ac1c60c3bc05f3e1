import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('../../../scripts/live/guard.sh', import.meta.url));

/** A server that ends, and whose directory is removed, when this process ends in whatever way. */
export function guarded(directory: string, command: string, args: readonly string[]): ChildProcess {
  return spawn(GUARD, [directory, command, ...args], { stdio: ['pipe', 'ignore', 'inherit'] });
}

export async function stop(guard: ChildProcess | undefined): Promise<void> {
  if (!guard || guard.exitCode !== null) return;
  const ended = once(guard, 'exit');
  guard.stdin?.end();
  await ended;
}

/** A port of loopback that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
