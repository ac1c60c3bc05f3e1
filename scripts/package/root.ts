import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where `npm run package` puts what it builds. */
export const OUT = join(ROOT, 'release');

/** What is downloaded or built once, outside of the repository. */
export const CACHE =
  process.env.MESH_REGISTRY_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kubectl-mesh-registry');

interface PackageJson {
  name: string;
  version: string;
  description: string;
  repository: { url: string };
}

export const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageJson;
export const VERSION = `v${PACKAGE.version}`;
/** The page of the repository, without `git+` and `.git`. */
export const HOMEPAGE = PACKAGE.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
