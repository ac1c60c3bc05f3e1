import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../../src/cli/config.js';
import { liveServer } from './global.js';
import { kubectlGetAll } from './kubectl.js';
import { run } from './run.js';

/** Commands that answer nothing about a mesh by themselves, or that need an istiod to talk to. */
const OTHERS = new Set(['version', 'snapshot', 'browse', 'diff', 'what-if', 'completion', 'complete', '__complete']);

/** The command lines that ask everything of a workload: of each command that there is. */
export async function questionsOf(workload: string, host: string): Promise<string[][]> {
  const { commands } = await loadConfig();
  return commands
    .filter(({ id, hidden }) => !OTHERS.has(id) && !hidden)
    .flatMap(({ id, args }) => {
      const known: Record<string, string> = { workload, host };
      const named = Object.values(args).map((arg) => ({ value: known[arg.name], required: arg.required ?? false }));
      if (named.some(({ value }) => value === undefined)) return [];
      const all = [id, ...named.map(({ value }) => value!)];
      const least = [id, ...named.filter(({ required }) => required).map(({ value }) => value!)];
      return least.length < all.length ? [least, all] : [all];
    });
}

/** The answer of JSON without what says where and when it was read. */
export function withoutGround(json: string): unknown {
  const words = new Set(['ground', 'file', 'line']);
  return JSON.parse(json, (key, value: unknown) => (words.has(key) ? undefined : value));
}

/** Asks the server, files that kubectl wrote, and a snapshot; all answers must be one. Gives the number of questions. */
export async function expectSameAnswers(questions: readonly string[][]): Promise<number> {
  const { kubeconfig, server } = liveServer();
  const file = join(server.directory, 'kubectl-get.json');
  const snapshot = join(server.directory, 'snapshot.json.gz');
  writeFileSync(file, await kubectlGetAll());
  const taken = await run('snapshot', '--kubeconfig', kubeconfig, '-o', snapshot);
  expect(taken.exit, taken.stderr).to.equal(0);
  for (const question of questions) {
    const live = await run(...question, '--kubeconfig', kubeconfig, '-o', 'json');
    for (const source of [file, snapshot]) {
      const other = await run(...question, '-f', source, '-o', 'json');
      expect(other.exit, `${question.join(' ')}: ${live.stderr}${other.stderr}`).to.equal(live.exit);
      expect(live.stdout === '' ? '' : withoutGround(live.stdout), question.join(' ')).to.deep.equal(
        other.stdout === '' ? '' : withoutGround(other.stdout),
      );
    }
  }
  rmSync(file);
  rmSync(snapshot);
  return questions.length;
}
