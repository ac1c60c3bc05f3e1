import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { ROOT } from '../root.js';

/** yoga-layout without waiting at the top: the layout engine is an object that a promise fills. */
const YOGA = `
import loadYoga from '../binaries/yoga-wasm-base64-esm.js';
import wrapAssembly from './wrapAssembly.js';
const Yoga = {};
export const ready = loadYoga().then((module) => Object.assign(Yoga, wrapAssembly(module)));
export default Yoga;
export * from './generated/YGEnums.js';
`;

/** What the program imports as the view: it waits for the layout engine first. */
const START = `
import { ready } from 'yoga-layout';
export async function startView(options) {
  await ready;
  const { startView: start } = await import('./src/views/start.js');
  return start(options);
}
`;

/** Lets ink into a file of form CommonJS, which cannot wait at the top of a module. */
export const terminalView: Plugin = {
  name: 'terminal-view',
  setup(build) {
    build.onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, () => ({ contents: YOGA }));
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, ({ path }) => ({
      contents: withoutWaiting(readFileSync(path, 'utf8')),
    }));
    build.onResolve({ filter: /^\.\.\/views\/start\.js$/ }, () => ({ path: 'view', namespace: 'terminal-view' }));
    build.onLoad({ filter: /.*/, namespace: 'terminal-view' }, () => ({ contents: START, resolveDir: ROOT }));
  },
};

/** Without the developer tools, and without ink's version, which only they show. */
function withoutWaiting(code: string): string {
  const start = code.indexOf('if (isDev()) {');
  const end = code.indexOf('const diff =');
  if (start < 0 || end < start)
    throw new Error('ink/build/reconciler.js is not as expected: look for "await" at its top');
  const cut = code.slice(0, start) + code.slice(end);
  return cut.replace(/await loadPackageJson\(\)/, '{}');
}
