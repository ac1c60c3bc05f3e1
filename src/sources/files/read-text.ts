import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ReadError } from '../read-error.js';

/** The text of a file; gzip is known by its first bytes, whatever the name. */
export async function readText(path: string, stdin: () => Promise<Buffer>): Promise<string> {
  const bytes = path === '-' ? await stdin() : await readBytes(path);
  return decode(isGzip(bytes) ? await decompress(bytes, path) : bytes, path);
}

/** How a file is called in messages. */
export function fileLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new ReadError(`${path}: ${reason(error as NodeJS.ErrnoException)}`, undefined, { cause: error });
  }
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === 'EACCES') return 'permission denied.';
  if (error.code === 'ERR_FS_FILE_TOO_LARGE') return 'larger than 2 GiB; split it.';
  return `${error.message}.`;
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function decompress(bytes: Buffer, path: string): Promise<Buffer> {
  try {
    // Node loads zlib when it is first used, which most files never do.
    return await promisify(gunzip)(bytes);
  } catch (error) {
    const message = `${fileLabel(path)}: damaged gzip data (${(error as Error).message}).`;
    throw new ReadError(message, 'Fetch or make the file again; it may be cut off.', { cause: error });
  }
}

function decode(bytes: Buffer, path: string): string {
  // PowerShell's `>` writes UTF-16 with a byte order mark.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (isTar(bytes)) {
    throw new ReadError(`${fileLabel(path)}: is a tar archive.`, 'Unpack it and pass the directory.');
  }
  if (bytes.subarray(0, 8192).includes(0) || !isUtf8(bytes)) {
    throw new ReadError(`${fileLabel(path)}: is neither JSON nor YAML: it is not UTF-8 text.`);
  }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    return bytes.toString('utf8', start);
  } catch (error) {
    // V8 holds no longer strings.
    throw new ReadError(`${fileLabel(path)}: larger than 512 MiB of text; split it.`, undefined, { cause: error });
  }
}

function isTar(bytes: Buffer): boolean {
  return bytes.length > 262 && bytes.toString('latin1', 257, 262) === 'ustar';
}
