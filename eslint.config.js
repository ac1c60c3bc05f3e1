import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// From the bottom up: a layer may import the layers before it.
const LAYERS = ['model', 'registry', 'scope', 'xds', 'explain', 'output', 'views', 'commands'];
const ENGINE = LAYERS.slice(0, LAYERS.indexOf('output'));

const zone = (folder, forbidden) => ({
  target: `src/${folder}`,
  from: forbidden.map((name) => `src/${name}`),
  message: 'Imports go one way: commands, views, output, explain, xds, scope, registry, model.',
});

const zones = [
  ...LAYERS.slice(0, -1).map((layer, i) => zone(layer, LAYERS.slice(i + 1))),
  ...ENGINE.map((layer) => zone(layer, ['sources', 'cli', 'yaml'])),
  zone('output', ['sources']),
  zone('views', ['sources']),
  zone('sources', LAYERS.slice(1)),
  zone('yaml', [...LAYERS.slice(1), 'sources', 'cli']),
];

const IMPURE = 'The engine is pure: no clock, no randomness, no I/O, no environment, synchronous.';
const forbid = (selectors) => selectors.map((selector) => ({ selector, message: IMPURE }));

const pureEngine = {
  files: ENGINE.map((layer) => `src/${layer}/**/*.ts`),
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ regex: '^[^.]', message: `${IMPURE} It imports no package.` }] }],
    'no-restricted-globals': [
      'error',
      ...['Buffer', 'clearInterval', 'clearTimeout', 'console', 'crypto', 'fetch', 'global', 'globalThis', 'module'],
      ...['performance', 'process', 'queueMicrotask', 'require', 'setImmediate', 'setInterval', 'setTimeout'],
      ...['WebSocket', 'XMLHttpRequest'],
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: IMPURE },
      { object: 'Math', property: 'random', message: IMPURE },
    ],
    'no-restricted-syntax': [
      'error',
      ...forbid([
        'NewExpression[callee.name="Date"][arguments.length=0]',
        'CallExpression[callee.name="Date"]',
        'ImportExpression',
        'AwaitExpression',
        ':function[async=true]',
      ]),
    ],
  },
};

export default defineConfig(
  { ignores: ['dist/', 'coverage/', '.cache/', 'release/', 'test/lint/fixtures/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
    },
  },
  pureEngine,
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      // chai's assertions are properties.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
