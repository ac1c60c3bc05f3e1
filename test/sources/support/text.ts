import { read, type Loaded, type ReadFlags } from '../../../src/sources/read.js';

/** Reads a text, or bytes, as if it came from standard input. */
export function readText(input: string | Buffer, flags: ReadFlags = {}): Promise<Loaded> {
  return read({ filename: ['-'], ...flags }, { stdin: () => Promise.resolve(Buffer.from(input)) });
}

/** `kind namespace/name` of everything that was read. */
export function namesOf({ snapshot }: Loaded): string[] {
  return snapshot.resources.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`);
}
