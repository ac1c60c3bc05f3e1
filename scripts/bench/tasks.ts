import { readFile } from 'node:fs/promises';
import { proxyKey, type Proxy } from '../../src/model/proxy.js';
import type { Snapshot } from '../../src/model/snapshot.js';
import { read } from '../../src/sources/read.js';
import { FIRST } from '../../src/model/undetermined.js';
import { Mesh } from '../../src/xds/mesh.js';
import { World } from '../../src/xds/world.js';
import { conflicts } from './conflicts.js';
import { extAuthz } from './ext-authz.js';
import { hasSidecar, namespaceName, POD } from './make-mesh.js';
import { median, time } from './time.js';
import { keyToFrame } from './view.js';

/** Medians, in milliseconds and bytes. Each task runs in a process of its own, so that none pays for another's garbage. */
export type Numbers = Record<string, number>;

export const TASKS = { answer, scopes, memory, growth, conflicts, extAuthz, keys } satisfies Record<
  string,
  (file: string, other: string) => Promise<Numbers>
>;

export type TaskName = keyof typeof TASKS;

const REPETITIONS = 3;

/** Reading a file and one proxy's answer, beside JSON.parse of the file's text. */
async function answer(file: string): Promise<Numbers> {
  const text = await readFile(file, 'utf8');
  const parse: number[] = [];
  const whole: number[] = [];
  for (let i = 0; i < REPETITIONS; i++) {
    parse.push((await time(() => JSON.parse(text) as unknown)).ms);
    const { ms } = await time(async () => {
      const mesh = meshOf(await snapshotOf(file));
      return mesh.outcomesFor(proxyOf(mesh, OPEN));
    });
    whole.push(ms);
  }
  return { parse: median(parse), whole: median(whole) };
}

/** The first scope on fresh indexes, and those of all namespaces on fresh indexes. */
async function scopes(file: string): Promise<Numbers> {
  const mesh = meshOf(await snapshotOf(file));
  const { registry } = mesh.world;
  const proxies = proxiesOf(mesh);
  const first = proxyOf(mesh, OPEN);
  const one: number[] = [];
  const all: number[] = [];
  for (let i = 0; i < REPETITIONS; i++) {
    for (let j = 0; j < 4; j++) {
      const world = new World(mesh, registry, FIRST);
      one.push((await time(() => world.scopes.ofSidecar(first))).ms);
    }
    const world = new World(mesh, registry, FIRST);
    all.push((await time(() => proxies.map((proxy) => world.scopes.ofSidecar(proxy)))).ms);
  }
  return { one: median(one), all: median(all), namespaces: proxies.length };
}

/** What a process holds that has read a file and computed the scopes of all namespaces. */
async function memory(file: string): Promise<Numbers> {
  const mesh = meshOf(await snapshotOf(file));
  const { world } = mesh;
  const proxies = proxiesOf(mesh);
  globalThis.gc?.();
  const before = process.memoryUsage();
  const kept = proxies.map((proxy) => world.scopes.ofSidecar(proxy));
  globalThis.gc?.();
  const after = process.memoryUsage();
  return {
    scopes: kept.length,
    bytes: after.heapUsed + after.external - before.heapUsed - before.external,
    peak: process.resourceUsage().maxRSS * 1024,
  };
}

/** All indexes and one scope. */
async function growth(file: string): Promise<Numbers> {
  const snapshot = await snapshotOf(file);
  const whole: number[] = [];
  for (let i = 0; i < REPETITIONS; i++) {
    const { ms } = await time(() => {
      const mesh = meshOf(snapshot);
      return mesh.world.scopes.ofSidecar(proxyOf(mesh, OPEN));
    });
    whole.push(ms);
  }
  return { whole: median(whole) };
}

/** Keys in the list of hosts. */
async function keys(file: string, other: string): Promise<Numbers> {
  const { busy, idle } = await keyToFrame(file, other);
  return { busy: busy.median, 'busy 99 %': busy.p99, idle: idle.median, 'idle 99 %': idle.p99 };
}

/** A namespace without a Sidecar, which sees the whole mesh. */
const OPEN = Array.from({ length: 10 }, (_, index) => index).find((index) => !hasSidecar(index))!;

async function snapshotOf(file: string): Promise<Snapshot> {
  return (await read({ filename: [file] })).snapshot;
}

function meshOf(snapshot: Snapshot): Mesh {
  return new Mesh(snapshot, snapshot.controlPlanes[0]!);
}

function proxyOf(mesh: Mesh, index: number): Proxy {
  return mesh.proxiesOf(namespaceName(index)).find(({ name }) => name === POD)!;
}

/** One of each namespace. */
function proxiesOf(mesh: Mesh): Proxy[] {
  return mesh.proxies.filter((proxy) => proxyKey(proxy) === `${POD}.${proxy.namespace}`);
}
