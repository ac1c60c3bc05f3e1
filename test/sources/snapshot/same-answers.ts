import { fileURLToPath } from 'node:url';
import { readMeshes } from '../../../scripts/conformance/recorded.js';
import { clusterList } from '../../../src/explain/cluster-list.js';
import { controlPlaneOf } from '../../../src/model/control-plane-of.js';
import type { Pod } from '../../../src/model/kubernetes.js';
import type { Resource } from '../../../src/model/resource.js';
import { anonymize } from '../../../src/sources/snapshot/anonymize/anonymize.js';
import { redact } from '../../../src/sources/snapshot/redact.js';
import { Mesh } from '../../../src/xds/mesh.js';
import { engineOn } from '../../xds/support/mesh.js';

const FOLDER = fileURLToPath(new URL('../../conformance/', import.meta.url));

export interface Compared {
  proxies: number;
  /** `mesh pod` of those that are not answered as before. */
  redacted: string[];
  anonymized: string[];
}

/** Compares the clusters of every proxy of a conformance file before and after redaction and renaming. */
export async function compareAnswers(file: string, meshes: number): Promise<Compared> {
  const out: Compared = { proxies: 0, redacted: [], anonymized: [] };
  let read = 0;
  for await (const { name, resources } of readMeshes(FOLDER + file)) {
    if (!resources) continue;
    if (read++ === meshes) break;
    await compareMesh(name, resources, out);
  }
  return out;
}

async function compareMesh(mesh: string, resources: Resource[], out: Compared): Promise<void> {
  const kept = redact(resources);
  const content = { ground: { source: 'files' as const, from: [] }, namespace: 'default', gaps: [], invalid: [] };
  const { content: others, rename } = anonymize({ ...content, resources: kept });
  const before = await clustersOf(resources);
  const renamed = await clustersOf(resources, rename);
  const redacted = await clustersOf(kept);
  const anonymized = await clustersOf(others.resources);
  before.forEach((rows, index) => {
    const pod = `${mesh} #${String(index)}`;
    out.proxies++;
    if (rows.join('\n') !== redacted[index]!.join('\n')) out.redacted.push(pod);
    if (renamed[index]!.join('\n') !== anonymized[index]!.join('\n')) out.anonymized.push(pod);
  });
}

/** By proxy: a row for each cluster, and what is undetermined. */
async function clustersOf(resources: readonly Resource[], rename = (text: string) => text): Promise<string[][]> {
  const { snapshot } = await engineOn('test', resources);
  const pods = snapshot.resources.filter(({ kind }) => kind === 'Pod') as Pod[];
  return pods.map((pod) => {
    const mesh = new Mesh(snapshot, controlPlaneOf(snapshot, pod).controlPlane ?? snapshot.controlPlanes[0]!);
    const role = mesh.roleOf(pod);
    if (!('proxy' in role)) return [];
    const { items, undetermined } = clusterList(mesh, role.proxy);
    const points = undetermined.map(({ code, host = '' }) => `${code} ${rename(host)}`);
    const clusters = items.map(({ name, type, service, rule = '', subset = '', endpoints }) =>
      // Words of SNI names run together: `outbound_.80_.v1_.host`.
      [
        ...[name.startsWith('outbound_') ? '' : name, type, service, rule, subset].map(rename),
        ...endpoints.map(rename).sort(),
      ].join(' '),
    );
    return [...clusters, ...points].sort();
  });
}
