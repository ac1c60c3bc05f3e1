import type { Resource } from '../../model/resource.js';
import type { Snapshot } from '../../model/snapshot.js';

/** A changed object, and what was changed, as one clause. */
export interface Change {
  summary: string;
  before: Resource;
  after: Resource;
}

/** The snapshot with a change made; everything else is shared. */
export function applied(snapshot: Snapshot, { before, after }: Change): Snapshot {
  return { ...snapshot, resources: snapshot.resources.map((resource) => (resource === before ? after : resource)) };
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
