import { gzipSync } from 'node:zlib';
import { modeOf, TIME, type Entry } from './archive-entry.js';

const BLOCK = 512;

/** A `.tar.gz` that is the same, byte for byte, whenever and wherever its entries are. */
export function tarGz(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap((entry) => [header(entry), entry.content, padding(entry.content.length)]);
  const tar = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
  return gzipSync(tar, { level: 9 });
}

function padding(length: number): Buffer {
  return Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
}

/** POSIX ustar. */
function header(entry: Entry): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, offset: number, length: number) =>
    block.write(value.toString(8).padStart(length - 1, '0'), offset);
  block.write(entry.name, 0);
  octal(modeOf(entry), 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(entry.content.length, 124, 12);
  octal(TIME.getTime() / 1000, 136, 12);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  // The sum counts its own field as spaces.
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148);
  return block;
}
