import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'kubectl-mesh-registry';

/** The folder in which this program may keep what it can make again; nothing that matters is lost when it is deleted. */
export function cacheDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, NAME);
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), NAME);
  return platform === 'darwin' ? join(home, 'Library', 'Caches', NAME) : join(home, '.cache', NAME);
}
