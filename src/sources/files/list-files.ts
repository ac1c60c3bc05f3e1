import { readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
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

/** The files that one `-f` means, in the order in which they are read. Synchronous, as all a run does is wait for them. */
export function listFiles(path: string, sought: Sought = OBJECT_FILES): FileRequest[] {
  if (path === '-') return [{ path }];
  if (path === '') throw new ReadError('-f needs the name of a file or directory.');
  const kind = kindOf(path);
  if (kind === 'file') return [{ path }];
  if (kind === 'directory') return listDirectory(path, sought);
  const hash = path.indexOf('#');
  if (hash > 0 && kindOf(path.slice(0, hash)) === 'file') {
    return [{ path: path.slice(0, hash), mesh: path.slice(hash + 1) }];
  }
  throw new ReadError(`${path}: no such file or directory.`);
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ReadError(`${path}: ${message}`, undefined, { cause: error });
  }
}

function listDirectory(path: string, sought: Sought): FileRequest[] {
  const files: FileRequest[] = [];
  walk(path, sought, files, new Set());
  if (files.length === 0) throw new ReadError(`${path}: the directory holds no ${sought.text}.`);
  return files;
}

function walk(directory: string, sought: Sought, files: FileRequest[], above: ReadonlySet<string>): void {
  const real = realpathSync.native(directory);
  // A link back to a directory we are in would never end.
  if (above.has(real)) return;
  const inside = new Set(above).add(real);
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    const kind = entry.isSymbolicLink() ? kindOf(path) : entry.isDirectory() ? 'directory' : 'file';
    if (kind === 'directory') walk(path, sought, files, inside);
    else if (kind === 'file' && sought.has(path)) files.push({ path, found: true });
  }
}

/** Hidden entries are tools' own: `.git`, `.github/workflows`, and `..data` of mounted ConfigMaps. */
function entriesOf(directory: string): Dirent[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new ReadError(`${directory}: ${(error as Error).message}`, undefined, { cause: error });
  }
}
