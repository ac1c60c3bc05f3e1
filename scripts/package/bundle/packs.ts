import type { Chunk } from './chunks.js';

/** A file with several chunks. */
export interface Pack {
  file: string;
  chunks: Chunk[];
}

/** V8 needs the text of a whole file to run any of it: what is larger stands in a file of its own. */
const LARGE = 100_000;
/** What takes no more beside the start of the program is at hand with it. */
const SMALL = 20_000;

/** Few files, as each takes time to open, but such that a run reads little that it does not need. The first one starts. */
export function packsOf(chunks: readonly Chunk[]): Pack[] {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const first = loadedWith(chunks.filter(({ entry }) => entry === 'start').map(nameOf), byName);
  for (const name of chunks.filter(({ entry }) => entry === 'dynamic').map(nameOf)) {
    const beside = [...loadedWith([name], byName)].filter((one) => !first.has(one));
    if (sizeOf(beside, byName) <= SMALL) for (const one of beside) first.add(one);
  }
  const others = chunks.filter(({ name }) => !first.has(name));
  const large = others.filter(({ code }) => code.length > LARGE);
  const groups = [
    chunks.filter(({ name }) => first.has(name)),
    others.filter((chunk) => !large.includes(chunk)),
    ...large.map((chunk) => [chunk]),
  ];
  return groups.map((group, index) => ({ file: `mesh-registry-${index}.cjs`, chunks: group }));
}

/** An object with a function for each chunk: what Node makes of a CommonJS module. */
export function packText({ chunks }: Pack): string {
  const members = chunks.map(({ name, code }) => `${JSON.stringify(name)}(exports,require,module,__dirname){${code}}`);
  return `({${members.join(',\n')}})\n`;
}

/** The chunk with which the program or its thread starts. */
export function entryOf(packs: readonly Pack[], entry: 'start' | 'thread'): string {
  return packs.flatMap(({ chunks }) => chunks).find((chunk) => chunk.entry === entry)!.name;
}

function nameOf({ name }: Chunk): string {
  return name;
}

function loadedWith(names: readonly string[], byName: ReadonlyMap<string, Chunk>): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const imported of byName.get(name)!.imports) all.add(imported);
  return all;
}

function sizeOf(names: readonly string[], byName: ReadonlyMap<string, Chunk>): number {
  return names.reduce((size, name) => size + byName.get(name)!.code.length, 0);
}
