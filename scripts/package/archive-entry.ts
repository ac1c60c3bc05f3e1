/** A file of an archive, at its root. */
export interface Entry {
  name: string;
  content: Buffer;
  executable?: boolean;
}

/** Every file gets this time: an archive shall only depend on what is in it. It is the first that zip knows. */
export const TIME = new Date('1980-01-01T00:00:00Z');

export function modeOf({ executable = false }: Entry): number {
  return executable ? 0o755 : 0o644;
}
