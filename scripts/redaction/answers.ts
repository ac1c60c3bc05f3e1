import { clusterList } from '../../src/explain/cluster-list.js';
import { conflictList } from '../../src/explain/conflicts/conflict-list.js';
import { explainExtAuthz } from '../../src/explain/ext-authz/ext-authz.js';
import { controlPlaneOf } from '../../src/model/control-plane-of.js';
import type { Pod } from '../../src/model/kubernetes.js';
import { assemble } from '../../src/sources/assemble.js';
import type { SnapshotContent } from '../../src/sources/snapshot/snapshot-file.js';
import { Mesh } from '../../src/xds/mesh.js';

/** What a mesh answers, as sorted lines under a heading: `registry`, `conflicts`, and each pod by its place in the mesh. */
export type Answers = Map<string, string[]>;

type Rename = (text: string) => string;

/** Every answer on a mesh; names in it are said as `rename` says them. */
export async function answersOn(content: SnapshotContent, rename: Rename = (text) => text): Promise<Answers> {
  const { snapshot } = await assemble({
    ...content,
    notes: [],
    locate: () => undefined,
    flags: {},
  });
  const meshes = new Map(snapshot.controlPlanes.map((plane) => [plane, new Mesh(snapshot, plane)]));
  const first = meshes.get(snapshot.controlPlanes[0]!)!;
  const answers: Answers = new Map([
    ['registry', registryLines(first, rename)],
    ['conflicts', conflictLines(first, rename)],
  ]);
  for (const resources of [snapshot.resources, ...(snapshot.remotes ?? []).map((remote) => remote.resources)]) {
    for (const resource of resources) {
      if (resource.kind !== 'Pod') continue;
      const pod = resource as Pod;
      const plane = controlPlaneOf({ ...snapshot, resources }, pod).controlPlane;
      answers.set(`pod ${String(answers.size)}`, podLines((plane && meshes.get(plane)) ?? first, pod, rename));
    }
  }
  return answers;
}

function registryLines({ world }: Mesh, rename: Rename): string[] {
  return world.registry.rows
    .map(({ hostname, namespace, name, address, exportTo, ports, resolution, provider, created }) => {
      const where = [hostname, namespace, name, address, ...[...(exportTo ?? [])].sort()].map(rename);
      return [...where, ...ports.map((port) => `${port.number}/${port.protocol}`), resolution, provider, created].join(
        ' ',
      );
    })
    .sort();
}

function conflictLines(mesh: Mesh, rename: Rename): string[] {
  const views = (winner: { namespace: string; name: string } | undefined, losers: number) =>
    `${winner ? rename(`${winner.namespace}/${winner.name}`) : ''}>${losers}`;
  return conflictList(mesh)
    .items.map(({ kind, host, severity, views: all }) =>
      [kind, rename(host), severity, ...all.map(({ winner, losers }) => views(winner, losers.length)).sort()].join(' '),
    )
    .sort();
}

function podLines(mesh: Mesh, pod: Pod, rename: Rename): string[] {
  const role = mesh.roleOf(pod);
  if (!('proxy' in role)) return [role.notProxy];
  const { items, undetermined, sidecar = '' } = clusterList(mesh, role.proxy);
  const { verdict, items: chains } = explainExtAuthz(mesh, role.proxy, { allProviders: true });
  return [
    `sidecar ${rename(sidecar)}`,
    ...undetermined.map(({ code, host = '' }) => `${code} ${rename(host)}`),
    ...items.map(({ name, type, service, rule = '', subset = '', endpoints }) =>
      // Words of SNI names run together: `outbound_.80_.v1_.host`.
      [
        ...[name.startsWith('outbound_') ? '' : name, type, service, rule, subset].map(rename),
        ...endpoints.map(rename).sort(),
      ].join(' '),
    ),
    `ext-authz ${verdict}`,
    ...chains.map(({ works, policy, cluster = '', steps, effects }) => {
      const where = [`${policy.namespace}/${policy.name}`, cluster].map(rename);
      return ['chain', works, ...where, ...steps.map(({ step, outcome }) => `${step}:${outcome}`), effects.length].join(
        ' ',
      );
    }),
  ].sort();
}
