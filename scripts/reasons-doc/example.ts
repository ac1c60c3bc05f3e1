import { readFileSync } from 'node:fs';
import { captureOutput } from '@oclif/test';
import { main } from '../../src/cli/run.js';
import type { Explanation } from '../../src/explain/explanation.js';
import type { Reason } from '../../src/model/reason.js';

export const EXAMPLES = 'test/explain/reasons';

/** What `explain` answers to the question of the example mesh of a code. */
export async function exampleAnswer(code: string): Promise<Explanation> {
  const folder = `${EXAMPLES}/${code}`;
  const ask = readFileSync(`${folder}/ask.txt`, 'utf8').trim().split(' ');
  const argv = [...ask, '-f', `${EXAMPLES}/base.yaml`, '-f', `${folder}/mesh.yaml`, '-o', 'json'];
  const { stdout, stderr } = await captureOutput(() => main(argv));
  if (!stdout.startsWith('{')) throw new Error(`${code}: ${stderr}`);
  return JSON.parse(stdout) as Explanation;
}

/** Every reason in an answer, wherever it stands. */
export function reasonsIn(value: unknown): Reason[] {
  if (Array.isArray(value)) return value.flatMap(reasonsIn);
  if (value === null || typeof value !== 'object') return [];
  const own = 'code' in value && 'args' in value ? [value as Reason] : [];
  return [...own, ...Object.values(value).flatMap(reasonsIn)];
}
