import type { Plugin } from 'esbuild';

const PACKAGE = /^(@[a-z0-9-]+\/)?[a-z0-9-]+$/;
const NAMESPACE = 'named-exports';

/** Gives what `import()` of a CommonJS package gives its names: where a program is split, esbuild knows `default` alone. */
export const namedExports: Plugin = {
  name: 'named-exports',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path, namespace: NAMESPACE, pluginData: resolveDir } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path, pluginData }) => {
      const names = Object.keys((await import(path)) as object).filter((name) => /^[\w$]+$/.test(name));
      return {
        contents: `export { ${names.filter((name) => name !== 'default').join(', ')} } from '${path}';`,
        resolveDir: pluginData as string,
      };
    });
  },
};
