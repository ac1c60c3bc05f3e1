import { ReadError } from '../read-error.js';

const BLOCK = 512;
/** Type flags: a file, also as old archives write it; a longer name of the next entry, as pax and GNU tar write it. */
const [FILE, OLD_FILE, PAX, GNU_NAME] = ['0', '\0', 'x', 'L'];

export interface TarFile {
  name: string;
  content: Buffer;
}

export function isTar(bytes: Buffer): boolean {
  return bytes.length > 262 && bytes.toString('latin1', 257, 262) === 'ustar';
}

/** The files of a tar archive: ustar, pax and GNU names; links and devices are left out. Throws ReadError when it is cut off. */
export function tarFiles(bytes: Buffer, label: string): TarFile[] {
  const files: TarFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.subarray(at, at + BLOCK);
    const size = sizeOf(header);
    const start = at + BLOCK;
    if (!isWhole(header) || Number.isNaN(size) || start + size > bytes.length) {
      throw new ReadError(`${label}: damaged tar archive.`, 'Fetch or make the file again; it may be cut off.');
    }
    const content = bytes.subarray(start, start + size);
    const type = header.toString('latin1', 156, 157);
    if (type === FILE || type === OLD_FILE) files.push({ name: longName ?? nameOf(header), content });
    if (type === PAX) longName = paxPath(content) ?? longName;
    else longName = type === GNU_NAME ? text(content) : undefined;
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

/** The sum of the header's bytes, its own field counted as spaces. */
function isWhole(header: Buffer): boolean {
  let sum = 8 * 0x20;
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum === Number.parseInt(text(header.subarray(148, 156)), 8);
}

/** Octal; binary, as GNU tar writes it, for files of 8 GiB and more, which nobody can read here anyway. */
function sizeOf(header: Buffer): number {
  return Number.parseInt(text(header.subarray(124, 136)), 8);
}

function nameOf(header: Buffer): string {
  const prefix = text(header.subarray(345, 500));
  const name = text(header.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

/** `path` of a pax header, which is lines of the form `LENGTH KEY=VALUE`. */
function paxPath(content: Buffer): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)/.exec(content.toString('utf8'))?.[1];
}
