import { ProxyExplainer } from '../../explain/explain.js';
import type { Workload } from '../../explain/find-workload.js';
import { proxyOfWorkload, WITHOUT_PROXY } from '../../explain/proxy-of-workload.js';
import { controlPlaneOf } from '../../model/control-plane-of.js';
import type { ControlPlane } from '../../model/control-plane.js';
import type { Pod } from '../../model/kubernetes.js';
import type { ObjectMeta } from '../../model/resource.js';
import type { Proxy } from '../../model/proxy.js';
import type { FieldRef, Resource } from '../../model/resource.js';
import type { Snapshot } from '../../model/snapshot.js';
import { Mesh } from '../../xds/mesh.js';
import { splitWorkload } from '../place.js';
import { podGroup, workloadGroups, type WorkloadGroup } from './workloads.js';

/** What the view is made from: a snapshot, and where its fields were written. */
export interface MeshSource {
  snapshot: Snapshot;
  locate?: (ref: FieldRef) => { file: string; line: number } | undefined;
  /** Answer as this revision's istiod, whatever the workloads say. */
  revision?: string | undefined;
  notes?: readonly string[];
}

export type Target = { mesh: Mesh; proxy: Proxy } | { problem: string };

/** Proxies whose computation is kept: those on the way back up the stack. */
const KEPT = 4;

/** One state of the mesh, as every istiod in it sees it, computed when first asked for. */
export class MeshModel {
  readonly source: MeshSource;
  readonly #meshes = new Map<ControlPlane, Mesh>();
  readonly #explainers = new Map<string, ProxyExplainer>();
  #groups: Map<string, WorkloadGroup> | undefined;
  #objects: Map<string, Resource> | undefined;

  constructor(source: MeshSource) {
    this.source = source;
  }

  get snapshot(): Snapshot {
    return this.source.snapshot;
  }

  get groups(): ReadonlyMap<string, WorkloadGroup> {
    this.#groups ??= workloadGroups(this.snapshot);
    return this.#groups;
  }

  /** The mesh as the main istiod sees it. */
  get mesh(): Mesh {
    return this.#meshOf(this.#asked() ?? this.snapshot.controlPlanes[0]!);
  }

  /** The mesh as the istiod sees it that serves an object. */
  meshFor(object: { metadata: ObjectMeta }): { mesh: Mesh } | { problem: string } {
    const asked = this.#asked();
    if (asked) return { mesh: this.#meshOf(asked) };
    const { controlPlane, revision = 'default', by } = controlPlaneOf(this.snapshot, object);
    if (controlPlane) return { mesh: this.#meshOf(controlPlane) };
    return { problem: `belongs to revision ${revision} (${by}), and no istiod of that revision was found` };
  }

  /** A workload by its id: a group, a single Pod, or one that does not exist yet (`namespace/New/name?key=value`). */
  group(id: string): WorkloadGroup | undefined {
    const known = this.groups.get(id);
    if (known) return known;
    const { namespace, kind, name } = splitWorkload(id);
    if (kind === 'Pod') {
      const pod = this.object({ kind, namespace, name });
      return pod && podGroup(id, [pod as Pod]);
    }
    if (kind !== 'New') return undefined;
    const [short = '', query = ''] = name.split('?');
    const labels = Object.fromEntries(new URLSearchParams(query));
    const workload: Workload = { kind: 'imagined', namespace, name: short, labels };
    return { id, namespace, kind, name: short, labels, pods: { ready: 0, total: 0 }, workload };
  }

  /** The proxy of a workload and the mesh that it lives in, or why it has none. */
  target(group: WorkloadGroup): Target {
    const { workload } = group;
    const object =
      workload.kind === 'pod'
        ? workload.pod
        : { metadata: { name: group.name, namespace: group.namespace, labels: { ...group.labels } } };
    const found = this.meshFor(object);
    if ('problem' in found) return found;
    const role = proxyOfWorkload(workload, found.mesh);
    return 'proxy' in role ? { mesh: found.mesh, proxy: role.proxy } : { problem: WITHOUT_PROXY[role.notProxy] };
  }

  explainer(group: WorkloadGroup): ProxyExplainer | { problem: string } {
    const kept = this.#explainers.get(group.id);
    if (kept) {
      this.#explainers.delete(group.id);
      this.#explainers.set(group.id, kept);
      return kept;
    }
    const target = this.target(group);
    if ('problem' in target) return target;
    const explainer = new ProxyExplainer(target.mesh, target.proxy);
    this.#explainers.set(group.id, explainer);
    if (this.#explainers.size > KEPT) this.#explainers.delete(this.#explainers.keys().next().value!);
    return explainer;
  }

  object({ kind, namespace, name }: Pick<FieldRef, 'kind' | 'namespace' | 'name'>): Resource | undefined {
    this.#objects ??= new Map(
      this.snapshot.resources.map((one) => [`${one.kind}/${one.metadata.namespace ?? ''}/${one.metadata.name}`, one]),
    );
    return this.#objects.get(`${kind}/${namespace}/${name}`);
  }

  /** A reference with its file and line, where they are known. */
  located(ref: FieldRef): FieldRef {
    return { ...ref, ...this.source.locate?.(ref) };
  }

  #asked(): ControlPlane | undefined {
    const { revision } = this.source;
    if (revision === undefined) return undefined;
    const planes = this.snapshot.controlPlanes;
    return (
      planes.find((plane) => (plane.revision || 'default') === revision) ??
      planes.find(({ tags }) => tags.includes(revision))
    );
  }

  #meshOf(plane: ControlPlane): Mesh {
    const known = this.#meshes.get(plane);
    if (known) return known;
    const mesh = new Mesh(this.snapshot, plane);
    this.#meshes.set(plane, mesh);
    return mesh;
  }
}
