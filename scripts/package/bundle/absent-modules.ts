import type { Plugin } from 'esbuild';

/** Modules that libraries load only while developing, or where they are installed. */
const ABSENT = /^(typescript|ts-node|tsx(\/.*)?|react-devtools-core|bufferutil|utf-8-validate|encoding)$/;

/** Importing them throws in the bundle, as where they are not installed. */
export const absentModules: Plugin = {
  name: 'absent-modules',
  setup(build) {
    build.onResolve({ filter: ABSENT }, ({ path }) => ({ path, namespace: 'absent' }));
    build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `throw Object.assign(new Error("Cannot find module '${path}'"), { code: 'MODULE_NOT_FOUND' });`,
    }));
  },
};
