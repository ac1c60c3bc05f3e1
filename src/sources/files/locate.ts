import type { FieldRef } from '../../model/resource.js';
import type { FileLine, Loaded } from '../loaded.js';
import type { FileObject } from './document.js';

/** Finds the lines of fields in the files that were read. Two groups may have one kind (Gateway): the first is taken. */
export function locator(objects: readonly FileObject[]): Loaded['locate'] {
  const places = new Map<string, FileObject>();
  for (const object of objects) {
    const { kind, metadata } = object.resource;
    const key = `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
    if (!places.has(key)) places.set(key, object);
  }
  return (ref: FieldRef): FileLine | undefined => {
    const object = places.get(`${ref.kind}/${ref.namespace}/${ref.name}`);
    const line = object?.lineOf?.(ref.path);
    return object && line !== undefined ? { file: object.file, line } : undefined;
  };
}
