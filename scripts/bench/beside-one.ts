import { ProxyExplainer } from '../../src/explain/explain.js';
import { read } from '../../src/sources/read.js';
import { Mesh } from '../../src/xds/mesh.js';
import { namespaceName, POD } from './make-mesh.js';
import { median, time } from './time.js';

const REPETITIONS = 3;

/** A question about a whole mesh, and the host that one proxy is asked about beside it. */
export interface Question {
  host: string;
  ask: (mesh: Mesh) => { items: readonly unknown[] };
}

/** Medians, in milliseconds of processor time, of a question and of one host for one proxy, each from the parsed objects on. */
export async function besideOne(file: string, { host, ask }: Question) {
  const { snapshot } = await read({ filename: [file] });
  const mesh = () => new Mesh(snapshot, snapshot.controlPlanes[0]!);
  const one: number[] = [];
  const all: number[] = [];
  let found = 0;
  for (let i = 0; i < REPETITIONS; i++) {
    one.push((await time(() => explainOne(mesh(), host))).ms);
    const { ms, result } = await time(() => ask(mesh()));
    all.push(ms);
    found = result.items.length;
  }
  return { one: median(one), all: median(all), found };
}

function explainOne(mesh: Mesh, host: string) {
  const proxy = mesh.proxiesOf(namespaceName(1)).find(({ name }) => name === POD)!;
  return new ProxyExplainer(mesh, proxy).explain(host);
}
