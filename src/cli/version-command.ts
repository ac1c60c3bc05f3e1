import { homedir } from 'node:os';
import type { IstiodVersion } from '../sources/istiod-version.js';
import type { ReadFlags } from '../sources/loaded.js';
import { kubeconfigFiles } from '../sources/live/kubeconfig-files.js';
import { ReadError } from '../sources/read-error.js';
import { CannotTellError, EXIT } from './errors.js';
import type { SourceFlags } from './flags.js';
import { print } from './print.js';
import { clientVersion, versionText, type VersionResult } from './version.js';

export interface VersionFlags extends SourceFlags {
  client: boolean;
  output: 'text' | 'json' | 'yaml';
}

/** `version`: the client's, and that of each istiod where a mesh is named. The client's is printed even if no istiod answers. */
export async function versionCommand(
  config: Parameters<typeof clientVersion>[0],
  flags: VersionFlags,
): Promise<number> {
  const client = clientVersion(config);
  if (flags.client || !hasMesh(flags)) return printed(client, flags);
  // The client's version is printed often, and without what reads a mesh.
  const { readFlags } = await import('./session.js');
  try {
    const istiodVersions = await istiods(readFlags(flags));
    if (istiodVersions.length === 0) process.stderr.write('note: no istiod was found (-i names its namespace)\n');
    return await printed({ ...client, istiodVersions }, flags);
  } catch (error) {
    await printed(client, flags);
    if (error instanceof ReadError) throw new CannotTellError(error.message, error.hint, { cause: error });
    throw error;
  }
}

async function printed(result: VersionResult, { output }: VersionFlags): Promise<number> {
  const printable = { result, text: versionText, names: () => [] };
  await print(printable, { output, color: 'never', quiet: false });
  return EXIT.yes;
}

/** Without files, kubeconfig and cluster around there is nothing to ask: no error, as nothing was asked for. */
function hasMesh({ filename = [], kubeconfig, context }: VersionFlags): boolean {
  if (filename.length > 0 || context !== undefined || process.env.KUBERNETES_SERVICE_HOST) return true;
  try {
    return kubeconfigFiles(kubeconfig === undefined ? {} : { kubeconfig }, process.env, homedir()).length > 0;
  } catch {
    // The error of reading it says more.
    return true;
  }
}

async function istiods(flags: ReadFlags): Promise<IstiodVersion[]> {
  if (!flags.filename?.length) {
    const { readIstiods } = await import('../sources/live/read-istiods.js');
    return readIstiods(flags);
  }
  const { read } = await import('../sources/read.js');
  const { snapshot } = await read(flags);
  return snapshot.controlPlanes
    .filter(({ versionSource }) => versionSource !== 'assumed')
    .map(({ version, revision, versionSource }) => ({
      version,
      revision: revision || 'default',
      source: versionSource,
    }));
}
