import { writeFile } from 'node:fs/promises';
import { conflictList } from '../../src/explain/conflicts/conflict-list.js';
import { ProxyExplainer } from '../../src/explain/explain.js';
import { read } from '../../src/sources/read.js';
import { Mesh } from '../../src/xds/mesh.js';
import { makeMesh, namespaceName, POD, type MeshSize } from './make-mesh.js';
import { median, time } from './time.js';

/** Public hosts that two namespaces claim. */
const CONTESTED = 200;

/** All conflicts of a mesh beside one host for one proxy, each from the parsed objects on. */
export async function conflicts(size: MeshSize, file: string): Promise<{ one: number; all: number; found: number }> {
  const items = [...makeMesh(size), ...Array.from({ length: CONTESTED * 2 }, (_, i) => claim(i))];
  await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const { snapshot } = await read({ filename: [file] });
  const mesh = () => new Mesh(snapshot, snapshot.controlPlanes[0]!);
  const one: number[] = [];
  const all: number[] = [];
  let found = 0;
  for (let i = 0; i < 3; i++) {
    const explain = await time(() => explainOne(mesh()));
    const list = await time(() => conflictList(mesh()));
    one.push(explain.ms);
    all.push(list.ms);
    found = list.result.items.length;
  }
  return { one: median(one), all: median(all), found };
}

function explainOne(mesh: Mesh) {
  const proxy = mesh.proxiesOf(namespaceName(1)).find(({ name }) => name === POD)!;
  return new ProxyExplainer(mesh, proxy).explain(`api.${namespaceName(2)}.example.com`);
}

function claim(index: number) {
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'ServiceEntry',
    metadata: { name: `claim-${index}`, namespace: namespaceName(index), creationTimestamp: '2026-01-02T00:00:00Z' },
    spec: {
      hosts: [`shared-${index >> 1}.example.com`],
      resolution: 'DNS',
      ports: [{ number: 443, name: 'tls', protocol: 'TLS' }],
    },
  };
}
