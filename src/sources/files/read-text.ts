import { constants, isUtf8 } from 'node:buffer';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ReadError } from '../read-error.js';
import { OBJECT_FILES, type Sought } from './list-files.js';
import { isTar, tarFiles } from './tar.js';

/** A text to read, and how messages call it. */
export interface NamedText {
  label: string;
  text: string;
  /** Found in an archive, so it may be empty. */
  found?: boolean;
}

/** The text of a file, or the texts of an archive; gzip and tar are known by their bytes, whatever the name. */
export async function readTexts(
  path: string,
  stdin: () => Promise<Buffer>,
  sought: Sought = OBJECT_FILES,
): Promise<NamedText[]> {
  const label = fileLabel(path);
  const bytes = await unzipped(path === '-' ? await stdin() : readBytes(path), label);
  if (!isTar(bytes)) {
    const text = decode(bytes, label);
    giveBack(bytes);
    return [{ label, text }];
  }
  const texts: NamedText[] = [];
  for (const { name, content } of tarFiles(bytes, label)) {
    const inside = `${label}/${name.replace(/^(\.?\/)+/, '')}`;
    if (!sought.has(inside) || isHidden(name)) continue;
    texts.push({ label: inside, text: decode(await unzipped(content, inside), inside), found: true });
  }
  if (texts.length > 0) return texts;
  throw new ReadError(`${label}: the archive holds no ${sought.text}.`);
}

/** How a file is called in messages. */
export function fileLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** From where on it matters that bytes and text of a file are in memory beside what is parsed of it. */
const LARGE_BYTES = 16 * 1024 ** 2;

function readBytes(path: string): Buffer {
  try {
    const { size } = statSync(path);
    // A text that is longer than strings can be is refused later on.
    const isLarge = size >= LARGE_BYTES && size <= constants.MAX_STRING_LENGTH;
    return isLarge ? readLarge(path, size) : readFileSync(path);
  } catch (error) {
    throw new ReadError(`${path}: ${reason(error as NodeJS.ErrnoException)}`, undefined, { cause: error });
  }
}

/** Into memory that can be given back: garbage is often collected only after all is parsed. */
function readLarge(path: string, size: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(size, { maxByteLength: size }));
  const file = openSync(path, 'r');
  try {
    let length = 0;
    while (length < size) {
      const read = readSync(file, bytes, length, size - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function giveBack({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === 'EACCES') return 'permission denied.';
  if (error.code === 'ERR_FS_FILE_TOO_LARGE') return 'larger than 2 GiB; split it.';
  return `${error.message}.`;
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function unzipped(bytes: Buffer, label: string): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes;
  try {
    // Node loads zlib when it is first used, which most files never do.
    return await promisify(gunzip)(bytes);
  } catch (error) {
    const message = `${label}: damaged gzip data (${(error as Error).message}).`;
    throw new ReadError(message, 'Fetch or make the file again; it may be cut off.', { cause: error });
  }
}

function decode(bytes: Buffer, label: string): string {
  // PowerShell's `>` writes UTF-16 with a byte order mark.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes.subarray(0, 8192).includes(0) || !isUtf8(bytes)) {
    throw new ReadError(`${label}: is neither JSON nor YAML: it is not UTF-8 text.`);
  }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    return bytes.toString('utf8', start);
  } catch (error) {
    // V8 holds no longer strings.
    throw new ReadError(`${label}: larger than 512 MiB of text; split it.`, undefined, { cause: error });
  }
}

/** As in directories: files that tools keep for themselves. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') && part !== '.');
}
