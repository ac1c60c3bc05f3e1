/**
 * Measures speed and memory on a made-up mesh of 10,000 services, as ratios within this run.
 *
 *   npm run --silent bench
 *
 * A line says what was measured, the ratio, the goal, and whether it is met. A missed goal is no failure: machines differ.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compiledChild } from './bench/compiled.js';
import { LARGE, makeMesh, SMALL, TINY, type MeshSize } from './bench/make-mesh.js';
import { contested } from './bench/conflicts.js';
import { authorized } from './bench/ext-authz.js';
import type { Resource } from '../src/model/resource.js';
import type { Numbers, TaskName } from './bench/tasks.js';

const GIB = 1024 ** 3;

const child = await compiledChild();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const large = await write('large', LARGE, makeMesh(LARGE));
  const small = await write('small', SMALL, makeMesh(SMALL));

  const { parse, whole } = await run('answer', large);
  line('read and answer for one proxy / JSON.parse', whole! / parse!, 3, `${ms(whole)} / ${ms(parse)}`);

  const { one, all, namespaces } = await run('scopes', large);
  line(`scopes of ${namespaces} namespaces / of one`, all! / one!, 300, `${ms(all)} / ${ms(one)}`);

  const { peak, bytes } = await run('memory', large);
  line('peak memory with all scopes / 1 GiB', peak! / GIB, 1, `${mib(peak)}, of which scopes ${mib(bytes)}`);

  const [more, fewer] = [await run('growth', large), await run('growth', small)];
  line(
    `indexes and one scope: ${services(LARGE)} services / ${services(SMALL)}`,
    more['whole']! / fewer['whole']!,
    services(LARGE) / services(SMALL),
    `${ms(more['whole'])} / ${ms(fewer['whole'])}`,
  );

  const largeContested = await write('contested', LARGE, contested(LARGE));
  const listed = await run('conflicts', largeContested);
  line(
    `all ${listed['found']} conflicts / one host for one proxy`,
    listed['all']! / listed['one']!,
    10,
    `${ms(listed['all'])} / ${ms(listed['one'])}`,
  );

  const called = await run('extAuthz', await write('authorized', LARGE, authorized(LARGE)));
  line(
    `ext-authz of every namespace, ${called['found']} broken / one host for one proxy`,
    called['all']! / called['one']!,
    10,
    `${ms(called['all'])} / ${ms(called['one'])}`,
  );
  const longList = await run('keys', large, largeContested);
  const tiny = await write('tiny', TINY, makeMesh(TINY));
  const shortList = await run('keys', tiny, await write('tiny contested', TINY, contested(TINY)));
  for (const which of ['idle', 'idle 99 %', 'busy', 'busy 99 %'])
    line(
      `key to frame in a list of ${services(LARGE)} hosts / ${services(TINY)}, ${which}`,
      longList[which]! / shortList[which]!,
      1.5,
      `${ms(longList[which])} / ${ms(shortList[which])}`,
    );
} finally {
  await rm(folder, { recursive: true });
}

async function write(name: string, size: MeshSize, items: readonly Resource[]): Promise<string> {
  const file = join(folder, `${name.replaceAll(' ', '-')}.json`);
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  await writeFile(file, text);
  console.log(
    `${name}: ${services(size)} services in ${size.namespaces} namespaces, ${items.length} objects, ${mib(text.length)}`,
  );
  return file;
}

async function run(task: TaskName, ...files: string[]): Promise<Numbers> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, task, ...files], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return JSON.parse(stdout) as Numbers;
}

function services(size: MeshSize): number {
  return size.namespaces * size.services;
}

function line(what: string, ratio: number, goal: number, detail: string): void {
  const verdict = ratio <= goal ? 'ok' : 'missed';
  console.log(`${what}: ${ratio.toPrecision(3)} (${detail}), goal ${goal}: ${verdict}`);
}

function ms(value: number | undefined): string {
  return `${(value ?? 0).toPrecision(3)} ms`;
}

function mib(bytes: number | undefined): string {
  return `${Math.round((bytes ?? 0) / 1024 ** 2)} MiB`;
}
