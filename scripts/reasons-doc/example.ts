import { readdirSync, readFileSync } from 'node:fs';
import { captureOutput } from '@oclif/test';
import { main } from '../../src/cli/run.js';
import type { Explanation } from '../../src/explain/explanation.js';
import type { Reason } from '../../src/model/reason.js';

export const EXAMPLES = 'test/explain/reasons';

/** What `explain` answers to the question of the example mesh of a code. */
export async function exampleAnswer(code: string): Promise<Explanation> {
  const folder = `${EXAMPLES}/${code}`;
  const ask = readFileSync(`${folder}/ask.txt`, 'utf8').trim().split(' ');
  const argv = [...ask, ...filesOf(folder).flatMap((file) => ['-f', file]), '-o', 'json'];
  const { stdout, stderr } = await captureOutput(() => main(argv));
  if (!stdout.startsWith('{')) throw new Error(`${code}: ${stderr}`);
  return JSON.parse(stdout) as Explanation;
}

/** The base and `mesh.yaml`; other files are remote clusters of their names. */
function filesOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const remotes = names.filter((name) => name !== 'mesh.yaml').sort();
  const config = [`${EXAMPLES}/base.yaml`, ...(names.includes('mesh.yaml') ? [`${folder}/mesh.yaml`] : [])];
  if (remotes.length === 0) return config;
  return [
    ...config.map((file) => `config=${file}`),
    ...remotes.map((name) => `${name.replace('.yaml', '')}=${folder}/${name}`),
  ];
}

/** Every reason in an answer, wherever it stands. */
export function reasonsIn(value: unknown): Reason[] {
  if (Array.isArray(value)) return value.flatMap(reasonsIn);
  if (value === null || typeof value !== 'object') return [];
  const own = 'code' in value && 'args' in value ? [value as Reason] : [];
  return [...own, ...Object.values(value).flatMap(reasonsIn)];
}
