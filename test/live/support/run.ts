import { captureOutput } from '@oclif/test';
import { main } from '../../../src/cli/run.js';

export interface Run {
  exit: number;
  stdout: string;
  stderr: string;
}

/** One command line in this process. */
export async function run(...argv: string[]): Promise<Run> {
  const { result, stdout, stderr, error } = await captureOutput<number>(() => main(argv));
  if (error ?? result === undefined) throw error ?? new Error('no exit code');
  return { exit: result, stdout, stderr };
}
