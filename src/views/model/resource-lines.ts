import type { FieldRef, Resource } from '../../model/resource.js';
import { fieldText } from '../../output/field-text.js';
import { without } from '../without.js';
import type { Answer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { fieldLines, stepsOf, yamlText } from './yaml-text.js';

/** An object as YAML, with the field that decided marked. */
export function resourceLines(model: MeshModel, ref: FieldRef): Answer {
  const isMeshConfig = ref.kind === 'MeshConfig';
  const object = model.object(isMeshConfig ? { ...ref, kind: 'ConfigMap' } : ref);
  const title = fieldText(model.located(ref));
  if (!object) {
    const text = isMeshConfig
      ? `The mesh config is not in the mesh that was read: ${model.mesh.controlPlane.meshConfigSource}.`
      : `${ref.kind} ${ref.namespace ? `${ref.namespace}/` : ''}${ref.name} is not in the mesh that was read.`;
    return { kind: 'nothing', title, text };
  }
  const lines = yamlText(asWritten(object));
  return {
    kind: 'lines',
    title,
    lines,
    marked: isMeshConfig ? embedded(lines, ref.path) : fieldLines(lines, ref.path),
  };
}

/** As it was written: without bookkeeping of the API server, and without which cluster it was read from. */
function asWritten(object: Resource): Omit<Resource, 'remoteCluster'> {
  const metadata: Resource['metadata'] & { managedFields?: unknown } = object.metadata;
  return { ...without(object, 'remoteCluster'), metadata: without(metadata, 'managedFields') };
}

/** Mesh config is YAML within a string, so its fields are found by their indentation. */
function embedded(lines: readonly string[], path: string): number[] {
  const [first] = stepsOf(path);
  const start = lines.findIndex((line) => new RegExp(`^ {4}["']?${String(first)}["']?:`).test(line));
  if (first === undefined || start < 0) return [];
  const end = lines.findIndex((line, i) => i > start && !/^ {5}|^ {4}-/.test(line));
  return Array.from({ length: (end < 0 ? lines.length : end) - start }, (_, i) => start + i);
}
