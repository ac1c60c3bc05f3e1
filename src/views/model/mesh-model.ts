import type { ConflictList } from '../../explain/conflicts/conflict.js';
import { conflictList } from '../../explain/conflicts/conflict-list.js';
import { ProxyExplainer } from '../../explain/explain.js';
import { extAuthzReport } from '../../explain/ext-authz/ext-authz.js';
import { isConcerned } from '../../explain/ext-authz/is-concerned.js';
import type { ExtAuthzReport } from '../../explain/ext-authz/report.js';
import { Subjects } from '../../explain/ext-authz/subjects.js';
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
import { splitWorkload, titleOf } from '../place.js';
import { resourcesOf } from './resources.js';
import { problemsOf, type Problem } from './problems.js';
import { podGroup, workloadGroups, type WorkloadGroup } from './workloads.js';

/** What the view is made from: a snapshot, and where its fields were written. */
export interface MeshSource {
  snapshot: Snapshot;
  locate?: (ref: FieldRef) => { file: string; line: number } | undefined;
  /** Answer as this revision's istiod, whatever the workloads say. */
  revision?: string | undefined;
  notes?: readonly string[];
}

export type Target =
  | { mesh: Mesh; proxy: Proxy }
  /** `ambient`: the mesh of a workload that ztunnel carries instead. */
  | { problem: string; ambient?: Mesh };

/** Proxies whose computation is kept: those on the way back up the stack. */
const KEPT = 4;

/** One state of the mesh, as every istiod in it sees it, computed when first asked for. */
export class MeshModel {
  readonly source: MeshSource;
  readonly #meshes = new Map<ControlPlane, Mesh>();
  readonly #explainers = new Map<string, ProxyExplainer>();
  #groups: Map<string, WorkloadGroup> | undefined;
  #objects: Map<string, Resource> | undefined;
  #problems: Problem[] | undefined;
  #names: Map<string, string> | undefined;
  readonly #conflicts = new Map<string, ConflictList>();
  readonly #subjects = new Map<Mesh, Subjects>();

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
    return this.meshOf(this.#asked() ?? this.snapshot.controlPlanes[0]!);
  }

  /** The mesh as the istiod sees it that serves an object of a Kubernetes cluster, of the config cluster when none is named. */
  meshFor(object: { metadata: ObjectMeta }, cluster?: string): { mesh: Mesh } | { problem: string } {
    const asked = this.#asked();
    if (asked) return { mesh: this.meshOf(asked) };
    const { namespace: name = '' } = object.metadata;
    const namespace = this.object({
      kind: 'Namespace',
      namespace: '',
      name,
      ...(cluster !== undefined && { cluster }),
    });
    // Nothing else of it is looked at, and a mesh has many workloads.
    const around = { ...this.snapshot, resources: namespace ? [namespace] : [] };
    const { controlPlane, revision = 'default', by } = controlPlaneOf(around, object);
    if (controlPlane) return { mesh: this.meshOf(controlPlane) };
    return { problem: `belongs to revision ${revision} (${by}), and no istiod of that revision was found` };
  }

  /** A workload by its id: a group, a single Pod, or one that does not exist yet (`namespace/New/name?key=value`). */
  group(id: string): WorkloadGroup | undefined {
    const known = this.groups.get(id);
    if (known) return known;
    const { namespace, kind, name, cluster } = splitWorkload(id);
    const where = cluster !== undefined && { cluster };
    if (kind === 'Pod') {
      const pod = this.object({ kind, namespace, name, ...where });
      return pod && podGroup(id, [pod as Pod]);
    }
    if (kind !== 'New') return undefined;
    const [short = '', query = ''] = name.split('?');
    const labels = Object.fromEntries(new URLSearchParams(query));
    const workload: Workload = { kind: 'imagined', namespace, name: short, labels, ...where };
    return { id, namespace, kind, title: titleOf(short, cluster), labels, pods: { ready: 0, total: 0 }, workload };
  }

  /** Workloads of a namespace, or all. */
  groupsOf(namespace: string | undefined): WorkloadGroup[] {
    const all = [...this.groups.values()];
    return namespace === undefined ? all : all.filter((group) => group.namespace === namespace);
  }

  /** The id of a workload as conflicts name it: `namespace/deployment/name`. */
  workloadNamed(text: string): string | undefined {
    this.#names ??= new Map([...this.groups.keys()].map((id) => [id.toLowerCase(), id]));
    return this.#names.get(text.toLowerCase());
  }

  /** The proxy of a workload and the mesh that it lives in, or why it has none. */
  target(group: WorkloadGroup): Target {
    const { workload } = group;
    const object =
      workload.kind === 'pod'
        ? workload.pod
        : { metadata: { name: '', namespace: group.namespace, labels: { ...group.labels } } };
    const found = this.meshFor(object, workload.cluster);
    if ('problem' in found) return found;
    const role = proxyOfWorkload(workload, found.mesh);
    if ('proxy' in role) return { mesh: found.mesh, proxy: role.proxy };
    return { problem: WITHOUT_PROXY[role.notProxy], ...(role.notProxy === 'ambient' && { ambient: found.mesh }) };
  }

  explainer(group: WorkloadGroup): ProxyExplainer | { problem: string; ambient?: Mesh } {
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

  /** What an operator should look at. */
  get problems(): readonly Problem[] {
    this.#problems ??= problemsOf(this.mesh);
    return this.#problems;
  }

  /** What is claimed more than once; remembered, because looking at every namespace takes long. */
  conflicts({ host, namespace }: { host?: string; namespace?: string }): ConflictList {
    const query = { ...(host !== undefined && { hosts: [host] }), ...(namespace !== undefined && { namespace }) };
    const key = JSON.stringify(query);
    const known = this.#conflicts.get(key);
    if (known) return known;
    const list = conflictList(this.mesh, query);
    this.#conflicts.set(key, list);
    return list;
  }

  /** Whether those of the whole mesh are known already. */
  get knowsConflicts(): boolean {
    return this.#conflicts.has('{}');
  }

  /** Whether there is anything to check at a workload. */
  hasChecks(group: WorkloadGroup): boolean {
    const target = this.target(group);
    return 'proxy' in target && isConcerned(target.mesh, target.proxy);
  }

  /** What is checked at a workload, when there is anything, without changes that would help. */
  extAuthz(group: WorkloadGroup): ExtAuthzReport | undefined {
    const target = this.target(group);
    if ('problem' in target || !isConcerned(target.mesh, target.proxy)) return undefined;
    let subjects = this.#subjects.get(target.mesh);
    if (!subjects) this.#subjects.set(target.mesh, (subjects = new Subjects(target.mesh)));
    return extAuthzReport(subjects.of(target.proxy), { allProviders: false });
  }

  object(ref: Pick<FieldRef, 'kind' | 'namespace' | 'name' | 'cluster'>): Resource | undefined {
    this.#objects ??= new Map(
      resourcesOf(this.snapshot).map(({ resource, cluster }) => {
        const { kind, metadata } = resource;
        return [keyOf({ kind, namespace: metadata.namespace ?? '', name: metadata.name, cluster }), resource];
      }),
    );
    return this.#objects.get(keyOf(ref));
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

  /** The mesh as one istiod sees it. */
  meshOf(plane: ControlPlane): Mesh {
    const known = this.#meshes.get(plane);
    if (known) return known;
    const mesh = new Mesh(this.snapshot, plane);
    this.#meshes.set(plane, mesh);
    return mesh;
  }
}

function keyOf({
  kind,
  namespace,
  name,
  cluster = '',
}: Record<'kind' | 'namespace' | 'name', string> & { cluster?: string | undefined }): string {
  return `${cluster}/${kind}/${namespace}/${name}`;
}
