import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Config, Plugin, settings, type Interfaces } from '@oclif/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** What this program needs of oclif's configuration; the bundle has another one. */
export type Program = Pick<Config, 'commandIDs' | 'commands' | 'findCommand' | 'pjson' | 'runCommand'>;

/**
 * oclif's configuration for this program. Run from source, commands come from src and the manifest is ignored:
 * it describes the last build, and oclif would load that build instead of the source.
 */
export async function loadConfig(): Promise<Config> {
  // oclif's own guess at src from dist depends on NODE_ENV.
  settings.enableAutoTranspile = false;
  const pjson = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as Interfaces.PJSON;
  if (FROM_SOURCE) pjson.oclif = { ...pjson.oclif, commands: './src/commands' };
  const plugin = new Plugin({ isRoot: true, root: ROOT, pjson, ignoreManifest: FROM_SOURCE });
  await plugin.load();
  return Config.load({ root: ROOT, plugins: new Map([[plugin.name, plugin]]) });
}
