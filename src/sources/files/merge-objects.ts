import { objectKey } from '../object-key.js';
import { placeText, type FileObject } from './document.js';

export interface Merged {
  objects: FileObject[];
  /** Sentences about objects that stand twice in one file. */
  notes: string[];
}

/** Each object once: the last one that was read wins, as `kubectl apply` over the same files would end. */
export function mergeObjects(objects: readonly FileObject[]): Merged {
  const byKey = new Map<string, FileObject>();
  const notes: string[] = [];
  for (const object of objects) {
    const key = objectKey(object.resource);
    const earlier = byKey.get(key);
    if (earlier?.place.document.file === object.place.document.file) notes.push(doubleNote(earlier, object));
    byKey.set(key, object);
  }
  return { objects: [...byKey.values()], notes };
}

function doubleNote(earlier: FileObject, later: FileObject): string {
  const { kind, metadata } = later.resource;
  const name = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
  return `${kind} ${name} stands twice: ${placeText(earlier.place)} and ${placeText(later.place)}; the later one is taken.`;
}
