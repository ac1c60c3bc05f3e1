import type { Plugin } from 'esbuild';

/**
 * Libraries that stand in files of their own, beside the program: V8 needs the text of a whole file to run any of it, and most
 * runs need neither. Of a library, the names that the program uses, or all.
 */
const PARTS: Record<string, Record<string, readonly string[] | 'all'>> = {
  'mesh-registry-api.cjs': { '@kubernetes/client-node': ['KubeConfig'] },
  'mesh-registry-view.cjs': { ink: 'all', react: 'all', 'react/jsx-runtime': 'all', 'yoga-layout': 'all' },
};

/** The files' names. */
export const PART_FILES = Object.keys(PARTS);

const NAMESPACE = 'part';

/** The source of a part: an object that has each of its libraries by name. */
export function partSource(file: string): string {
  const libraries = Object.entries(PARTS[file]!).map(([library, names], index) =>
    names === 'all'
      ? `import * as library${index} from '${library}';`
      : `import { ${names.join(', ')} } from '${library}'; const library${index} = { ${names.join(', ')} };`,
  );
  const table = Object.keys(PARTS[file]!).map((library, index) => `'${library}': library${index}`);
  return `${libraries.join('\n')}\nexport default { ${table.join(', ')} };`;
}

/** Takes the libraries from their parts, which the loader knows. A name that a part leaves out fails the build. */
export const separateParts: Plugin = {
  name: 'separate-parts',
  setup(build) {
    for (const [file, libraries] of Object.entries(PARTS)) {
      for (const [library, names] of Object.entries(libraries)) {
        const taken = `require('./${file}').default['${library}']`;
        const contents =
          names === 'all'
            ? `module.exports = ${taken};`
            : `const { ${names.join(', ')} } = ${taken}; export { ${names.join(', ')} };`;
        const filter = new RegExp(`^${library}$`);
        build.onResolve({ filter }, () => ({ path: library, namespace: NAMESPACE }));
        build.onLoad({ filter, namespace: NAMESPACE }, () => ({ contents }));
      }
      build.onResolve({ filter: new RegExp(`^\\./${file}$`) }, ({ path }) => ({ path, external: true }));
    }
  },
};
