import type { ExtensionProvider, MeshConfig } from '../../model/mesh-config.js';
import type { Resource } from '../../model/resource.js';
import type { Snapshot } from '../../model/snapshot.js';
import { Mesh } from '../../xds/mesh.js';

/** One step of a fix. */
export type Change = ObjectChange | ProviderChange;

/** A changed object, and what was changed, as one clause. */
export interface ObjectChange {
  summary: string;
  /** Absent: the object is made. */
  before?: Resource;
  /** Absent: the object is removed. */
  after?: Resource;
}

/** A field of an extension provider in the mesh config. */
export interface ProviderChange {
  summary: string;
  meshConfig: MeshConfigEdit;
}

export interface MeshConfigEdit {
  /** The ConfigMap that holds the mesh config. */
  configMap: { namespace: string; name: string };
  provider: string;
  /** `envoyExtAuthzGrpc`, `zipkin`, …; the name stands beside it. */
  kind: string;
  field: 'service' | 'port' | 'name';
  value: string | number;
}

/** A mesh with a change made, to run the engine on; everything else is shared. */
export function changed(mesh: Mesh, change: Change): Mesh {
  if (!('meshConfig' in change)) return new Mesh(applied(mesh.snapshot, change), mesh.controlPlane);
  const meshConfig = edited(mesh.controlPlane.meshConfig, change.meshConfig);
  return new Mesh(mesh.snapshot, { ...mesh.controlPlane, meshConfig });
}

function applied(snapshot: Snapshot, { before, after }: ObjectChange): Snapshot {
  if (!before) return { ...snapshot, resources: [...snapshot.resources, ...(after ? [after] : [])] };
  const exchanged = (resources: readonly Resource[]) =>
    resources.flatMap((resource) => (resource === before ? (after ?? []) : resource));
  const { resources, remotes } = snapshot;
  return {
    ...snapshot,
    resources: exchanged(resources),
    ...(remotes && { remotes: remotes.map((remote) => ({ ...remote, resources: exchanged(remote.resources) })) }),
  };
}

function edited(config: MeshConfig, { provider, kind, field, value }: MeshConfigEdit): MeshConfig {
  const settings = (one: ExtensionProvider) =>
    field === 'name' ? { name: String(value) } : { [kind]: { ...(one[kind] as object), [field]: value } };
  const extensionProviders = config.extensionProviders.map((one) =>
    one.name === provider ? { ...one, ...settings(one) } : one,
  );
  return { ...config, extensionProviders };
}

/** Where a change is made: the namespaces of whose proxies it may matter to. */
export function placeOf(change: Change): { kind: string; namespace: string } {
  if ('meshConfig' in change) return { kind: 'ConfigMap', namespace: change.meshConfig.configMap.namespace };
  const { kind, metadata } = objectOf(change);
  return { kind, namespace: metadata.namespace ?? 'default' };
}

/** The object that a change is about, as it is or as it will be. */
export function objectOf({ before, after }: ObjectChange): Resource {
  return (before ?? after)!;
}

/** The changed fields of an object, as a resource to paste: what names it, and each top-level part that differs. */
export function asPatch(before: Resource, after: Resource): Record<string, unknown> {
  const { name, namespace } = after.metadata;
  const metadata: Record<string, unknown> = { name, ...(namespace && { namespace }) };
  for (const part of ['labels', 'annotations'] as const) {
    const changed = changedKeys(before.metadata[part] ?? {}, after.metadata[part] ?? {});
    if (Object.keys(changed).length > 0) metadata[part] = changed;
  }
  const spec = differing(before.spec, after.spec);
  return { apiVersion: after.apiVersion, kind: after.kind, metadata, ...(Object.keys(spec).length > 0 && { spec }) };
}

function differing(before: unknown, after: unknown): Record<string, unknown> {
  const old = (before ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries((after ?? {}) as Record<string, unknown>).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key]),
    ),
  );
}

/** Keys that a merge patch has to name; null takes one away. */
function changedKeys(before: Record<string, string>, after: Record<string, string>): Record<string, string | null> {
  const changed = Object.entries(after).filter(([key, value]) => before[key] !== value);
  const removed = Object.keys(before).filter((key) => !(key in after));
  return { ...Object.fromEntries(changed), ...Object.fromEntries(removed.map((key) => [key, null])) };
}
