import { crc32, deflateRawSync } from 'node:zlib';
import { modeOf, type Entry } from './archive-entry.js';

const VERSION_NEEDED = 20;
const MADE_BY_UNIX = (3 << 8) | VERSION_NEEDED;
const DEFLATED = 8;
/** 1980-01-01, as zip writes it. */
const DATE = (1 << 5) | 1;

/** A `.zip` that is the same, byte for byte, whenever and wherever its entries are. */
export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = deflateRawSync(entry.content, { level: 9 });
    const name = Buffer.from(entry.name);
    const common = commonFields(entry, data, name);
    const local = Buffer.concat([u32(0x04034b50), common, u16(0), name, data]);
    directory.push(
      Buffer.concat([
        ...[u32(0x02014b50), u16(MADE_BY_UNIX), common, u16(0), u16(0), u16(0), u16(0)],
        ...[u32(((0o100000 | modeOf(entry)) << 16) >>> 0), u32(offset), name],
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = u16(entries.length);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(central.length), u32(offset), u16(0)];
  return Buffer.concat([...parts, central, ...end]);
}

/** What a local header and the directory say in the same order. */
function commonFields({ content }: Entry, data: Buffer, name: Buffer): Buffer {
  return Buffer.concat([
    ...[u16(VERSION_NEEDED), u16(0), u16(DEFLATED), u16(0), u16(DATE)],
    ...[u32(crc32(content)), u32(data.length), u32(content.length), u16(name.length)],
  ]);
}

function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}
