import { anonymize } from '../../src/sources/snapshot/anonymize/anonymize.js';
import { redact } from '../../src/sources/snapshot/redact.js';
import type { SnapshotContent } from '../../src/sources/snapshot/snapshot-file.js';
import { readMeshes, type RecordedMesh } from '../conformance/recorded.js';
import { answersOn, type Answers } from './answers.js';
import { leftOver } from './left-over.js';

export interface Compared {
  meshes: number;
  proxies: number;
  /** `mesh heading: line` of what is not answered as before. */
  redacted: string[];
  anonymized: string[];
  /** `mesh: word` of originals that an anonymized mesh still holds. */
  left: string[];
}

/** Compares the answers of the meshes of a conformance file before and after redaction and renaming; of the first ones where so asked. */
export async function compareFile(file: string, most = Infinity): Promise<Compared> {
  const out: Compared = { meshes: 0, proxies: 0, redacted: [], anonymized: [], left: [] };
  for await (const mesh of readMeshes(file)) {
    if (out.meshes === most) break;
    out.meshes++;
    await compareMesh(mesh, out);
  }
  return out;
}

async function compareMesh(mesh: RecordedMesh, out: Compared): Promise<void> {
  const whole = contentOf(mesh);
  const kept = redacted(whole);
  const { content: others, rename } = anonymize(kept);
  const before = await answersOn(whole);
  out.proxies += before.size - 2;
  differences(before, await answersOn(kept)).forEach((line) => out.redacted.push(`${mesh.name} ${line}`));
  const renamed = await answersOn(whole, rename);
  differences(renamed, await answersOn(others)).forEach((line) => out.anonymized.push(`${mesh.name} ${line}`));
  const all = ({ resources, remotes = [] }: SnapshotContent) => [
    ...resources,
    ...remotes.flatMap((remote) => remote.resources),
  ];
  leftOver(all(whole), all(others)).forEach((word) => out.left.push(`${mesh.name}: ${word}`));
}

function contentOf({ name, resources, clusters, clusterOrder = [] }: RecordedMesh): SnapshotContent {
  const common = { ground: { source: 'files' as const, from: [name] }, namespace: 'default', gaps: [], invalid: [] };
  if (!clusters) return { ...common, resources: resources! };
  const [config = '', ...remotes] = clusterOrder;
  return {
    ...common,
    resources: clusters[config]!,
    configCluster: config,
    remotes: remotes.map((remote) => ({ name: remote, resources: clusters[remote]! })),
    remotesInOrder: true,
  };
}

function redacted(content: SnapshotContent): SnapshotContent {
  const { resources, remotes } = content;
  return {
    ...content,
    resources: redact(resources),
    ...(remotes && { remotes: remotes.map((remote) => ({ ...remote, resources: redact(remote.resources) })) }),
  };
}

/** The first line of each heading that is not the same. */
function differences(before: Answers, after: Answers): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((heading) => {
    const [a = [], b = []] = [before.get(heading), after.get(heading)];
    const index = a.findIndex((line, i) => line !== b[i]);
    if (index < 0 && a.length === b.length) return [];
    const at = index < 0 ? a.length : index;
    return [`${heading}: ${a[at] ?? '(nothing)'} | ${b[at] ?? '(nothing)'}`];
  });
}
