import { builtinModules, createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/** Node's modules that take longest to load, and that many a run does without. */
const SLOW = [
  ...['child_process', 'crypto', 'dns', 'fs/promises', 'http', 'http2', 'https', 'net', 'perf_hooks', 'readline'],
  ...['readline/promises', 'stream', 'tls', 'tty', 'worker_threads', 'zlib'],
];
const FILTER = new RegExp(`^(node:)?(${SLOW.join('|')})$`);
const NAMESPACE = 'lazy-builtin';

/** Loads a slow module of Node when something of it is first used, not where it is imported. */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: FILTER }, ({ path, namespace }) =>
      namespace === NAMESPACE ? { path, external: true } : { path: path.replace(/^node:/, ''), namespace: NAMESPACE },
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
      if (!builtinModules.includes(path)) throw new Error(`Node has no module ${path}`);
      const names = Object.keys(require(`node:${path}`) as object);
      return {
        contents: `for (const name of ${JSON.stringify(names)})
          Object.defineProperty(exports, name, { enumerable: true, get: () => require('node:${path}')[name] });`,
      };
    });
  },
};
