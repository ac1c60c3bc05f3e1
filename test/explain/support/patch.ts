import { expect } from 'chai';
import type { Fix } from '../../../src/explain/explanation.js';
import type { Resource } from '../../../src/model/resource.js';
import { assemble } from '../../../src/sources/assemble.js';
import { Mesh } from '../../../src/xds/mesh.js';

/** The engine on resources, from scratch. */
export async function engineOn(name: string, resources: readonly Resource[]): Promise<Mesh> {
  const { snapshot } = await assemble({
    resources,
    ground: { source: 'files', from: [name] },
    namespace: 'default',
    gaps: [],
    notes: [],
    locate: () => undefined,
    flags: {},
  });
  return new Mesh(snapshot, snapshot.controlPlanes[0]!);
}

type Patch = Pick<Resource, 'apiVersion' | 'kind' | 'metadata'>;

/** Resources as they are after kubectl took a fix. */
export function fixed(resources: readonly Resource[], { yaml, remove = [] }: Pick<Fix, 'yaml' | 'remove'>): Resource[] {
  const patched = (yaml as Patch[]).reduce<Resource[]>(
    (all, patch) => {
      const index = indexOf(all, { kind: patch.kind, namespace: patch.metadata.namespace, name: patch.metadata.name });
      return all.map((resource, i) => (i === index ? (merged(resource, patch) as Resource) : resource));
    },
    [...resources],
  );
  return remove.reduce((all, ref) => all.toSpliced(indexOf(all, ref), 1), patched);
}

function indexOf(
  resources: readonly Resource[],
  { kind, namespace, name }: { kind: string; namespace: string | undefined; name: string },
): number {
  const index = resources.findIndex(
    ({ kind: own, metadata }) => own === kind && metadata.name === name && metadata.namespace === namespace,
  );
  expect(index, `${kind} ${namespace}/${name} to change`).to.be.at.least(0);
  return index;
}

/** RFC 7386: objects merge, null removes, everything else replaces. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
