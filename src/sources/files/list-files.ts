import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadError } from '../read-error.js';
import { isBugReportFile } from './dumps/bug-report.js';

const EXTENSIONS = /\.(json|ya?ml|jsonl|gz)$/i;

/** Which files of a directory or archive are read. */
export interface Sought {
  has: (path: string) => boolean;
  /** As messages name them. */
  text: string;
}

export const OBJECT_FILES: Sought = {
  has: (path) => EXTENSIONS.test(path) || isBugReportFile(path),
  text: '.json, .yaml, .yml, .jsonl or .gz file',
};

/** A file to read, and the mesh to take from it when it holds many. */
export interface FileRequest {
  path: string;
  mesh?: string;
  /** Found by walking a directory, so it may be empty. */
  found?: boolean;
}

/** The files that one `-f` means, in the order in which they are read. */
export async function listFiles(path: string, sought: Sought = OBJECT_FILES): Promise<FileRequest[]> {
  if (path === '-') return [{ path }];
  if (path === '') throw new ReadError('-f needs the name of a file or directory.');
  const kind = await kindOf(path);
  if (kind === 'file') return [{ path }];
  if (kind === 'directory') return listDirectory(path, sought);
  const hash = path.indexOf('#');
  if (hash > 0 && (await kindOf(path.slice(0, hash))) === 'file') {
    return [{ path: path.slice(0, hash), mesh: path.slice(hash + 1) }];
  }
  throw new ReadError(`${path}: no such file or directory.`);
}

async function kindOf(path: string): Promise<'file' | 'directory' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ReadError(`${path}: ${message}`, undefined, { cause: error });
  }
}

async function listDirectory(path: string, sought: Sought): Promise<FileRequest[]> {
  const files: FileRequest[] = [];
  await walk(path, sought, files, new Set());
  if (files.length === 0) throw new ReadError(`${path}: the directory holds no ${sought.text}.`);
  return files;
}

async function walk(
  directory: string,
  sought: Sought,
  files: FileRequest[],
  above: ReadonlySet<string>,
): Promise<void> {
  const real = await realpath(directory);
  // A link back to a directory we are in would never end.
  if (above.has(real)) return;
  const inside = new Set(above).add(real);
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name);
    const kind = entry.isSymbolicLink() ? await kindOf(path) : entry.isDirectory() ? 'directory' : 'file';
    if (kind === 'directory') await walk(path, sought, files, inside);
    else if (kind === 'file' && sought.has(path)) files.push({ path, found: true });
  }
}

/** Hidden entries are tools' own: `.git`, `.github/workflows`, and `..data` of mounted ConfigMaps. */
async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new ReadError(`${directory}: ${(error as Error).message}`, undefined, { cause: error });
  }
}
