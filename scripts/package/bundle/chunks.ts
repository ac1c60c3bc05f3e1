import { basename } from 'node:path';
import { build, transform, type BuildOptions, type Metafile } from 'esbuild';
import { toCommonJs } from './to-common-js.js';

/** A piece of the program that esbuild split off: modules that are always loaded together. */
export interface Chunk {
  name: string;
  /** The body of a CommonJS module, which requires other chunks by `./` and their names. */
  code: string;
  /** Chunks that are loaded with it. */
  imports: string[];
  /** Where the program or its thread starts, or what they import dynamically. */
  entry: 'start' | 'thread' | 'dynamic' | undefined;
}

/**
 * Splits a program where it imports dynamically, and from what its thread does not share with it. Only modules can be split;
 * what comes out is CommonJS.
 */
export async function chunksOf(
  options: BuildOptions & { absWorkingDir: string; entryPoints: { start: string; thread: string } },
): Promise<{ chunks: Chunk[]; metafile: Metafile }> {
  const { minify, ...unminified } = options;
  const { outputFiles, metafile } = await build({
    ...unminified,
    ...(minify && { minifySyntax: true }),
    outdir: 'chunks',
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
  });
  const { start, thread } = options.entryPoints;
  const entries = new Map<string | undefined, Chunk['entry']>([
    [undefined, undefined],
    [start, 'start'],
    [thread, 'thread'],
  ]);
  const infos = new Map(Object.entries(metafile.outputs).map(([path, info]) => [basename(path), info]));
  const chunks = outputFiles.map(async ({ path, text }): Promise<Chunk> => {
    const name = basename(path);
    const { imports, entryPoint } = infos.get(name)!;
    const { code } = await transform(toCommonJs(name, text), {
      ...(options.target !== undefined && { target: options.target }),
      ...(minify !== undefined && { minify }),
      format: 'cjs',
      platform: 'node',
    });
    return {
      name,
      code,
      imports: imports.flatMap(({ path: of, kind, external }) =>
        kind === 'import-statement' && !external ? [basename(of)] : [],
      ),
      entry: entries.has(entryPoint) ? entries.get(entryPoint) : 'dynamic',
    };
  });
  return { chunks: await Promise.all(chunks), metafile };
}
