import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';

// The snippets are in no TypeScript project, so the rules that need types are off.
const eslint = new ESLint({
  ignore: false,
  overrideConfig: tseslint.configs.disableTypeChecked as Linter.Config,
});

async function rulesBroken(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.map((message) => message.ruleId) ?? [];
}

const PACKAGE = 'no-restricted-imports';
const DIRECTION = 'import-x/no-restricted-paths';
const GLOBAL = 'no-restricted-globals';
const PROPERTY = 'no-restricted-properties';
const SYNTAX = 'no-restricted-syntax';

const forbidden: [file: string, code: string, rule: string][] = [
  ['src/model/probe.ts', "export { readFileSync } from 'node:fs';", PACKAGE],
  ['src/model/probe.ts', "export { readFileSync } from 'fs';", PACKAGE],
  ['src/registry/probe.ts', "export { KubeConfig } from '@kubernetes/client-node';", PACKAGE],
  ['src/explain/probe.ts', "export { parse } from 'yaml';", PACKAGE],
  ['src/xds/probe.ts', "export type { Config } from '@oclif/core';", PACKAGE],
  ['src/scope/deeper/probe.ts', "import 'ink';", PACKAGE],
  ['src/model/probe.ts', "export const load = () => import('yaml');", SYNTAX],
  ['src/model/probe.ts', "export * from '../cli/errors.js';", DIRECTION],
  ['src/sources/probe.ts', "export * from '../commands/version.js';", DIRECTION],
  ['src/output/probe.ts', "export * from '../commands/version.js';", DIRECTION],
  ['src/model/probe.ts', 'export const now = () => Date.now();', PROPERTY],
  ['src/scope/probe.ts', 'export const now = () => new Date();', SYNTAX],
  ['src/xds/probe.ts', 'export const roll = () => Math.random();', PROPERTY],
  ['src/registry/probe.ts', 'export const home = () => process.env.HOME;', GLOBAL],
  ['src/explain/probe.ts', "console.log('');", GLOBAL],
  ['src/explain/probe.ts', "export const get = () => fetch('http://localhost');", GLOBAL],
  ['src/xds/probe.ts', 'setTimeout(() => undefined, 1);', GLOBAL],
  ['src/xds/probe.ts', 'export async function later() {}', SYNTAX],
];

// An import has to resolve before its direction is judged, so the targets are the files that there are.
const LAYERS = ['model', 'registry', 'scope', 'xds', 'explain', 'output', 'views', 'commands'];
const firstFile = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).find((name) => /^[^.]+\.tsx?$/.test(name)) : undefined;

for (const [i, layer] of LAYERS.entries()) {
  const file = firstFile(`src/${layer}`);
  if (!file) continue;
  const code = `export type * from '../${layer}/${file.replace(/\.tsx?$/, '.js')}';`;
  for (const lower of LAYERS.slice(0, i)) forbidden.push([`src/${lower}/probe.ts`, code, DIRECTION]);
}

const allowed: [file: string, code: string][] = [
  ['src/registry/probe.ts', "export * from '../model/snapshot.js';\nexport const at = (s: string) => Date.parse(s);"],
  ['src/explain/probe.ts', "export * from '../model/snapshot.js';\nexport const at = (s: string) => new Date(s);"],
  ['src/sources/probe.ts', "export { readFile } from 'node:fs/promises';\nexport * from '../model/snapshot.js';"],
  ['src/commands/probe.ts', "export * from '../model/snapshot.js';\nexport * from '../cli/errors.js';"],
];

describe('lint', () => {
  for (const [file, code, rule] of forbidden) {
    it(`${file} may not say: ${code}`, async () => {
      expect(await rulesBroken(file, code)).to.deep.equal([rule]);
    });
  }

  for (const [file, code] of allowed) {
    it(`${file} may say: ${code.replace('\n', ' ')}`, async () => {
      expect(await rulesBroken(file, code)).to.deep.equal([]);
    });
  }

  it('finds an import cycle', async () => {
    const file = 'test/lint/fixtures/cycle/a.ts';
    expect(await rulesBroken(file, await readFile(file, 'utf8'))).to.deep.equal(['import-x/no-cycle']);
  });
});
