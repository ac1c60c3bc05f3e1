import { objectKey } from '../object-key.js';
import { placeText, type FileObject } from './document.js';

export interface Merged {
  objects: FileObject[];
  /** Sentences about objects that stand twice in one file. */
  notes: string[];
}

/** So many are named in each file. */
const NAMED = 10;

/** Each object once: the last one that was read wins, as `kubectl apply` over the same files would end. */
export function mergeObjects(objects: readonly FileObject[]): Merged {
  const byKey = new Map<string, FileObject>();
  const doubles = new Map<string, string[]>();
  for (const object of objects) {
    const key = objectKey(object.resource);
    const earlier = byKey.get(key);
    const { file } = object.place.document;
    if (earlier?.place.document.file === file) {
      const notes = doubles.get(file) ?? [];
      // The rest is only counted: making the text of a place may cost a look into the file.
      notes.push(notes.length < NAMED ? doubleNote(earlier, object) : '');
      doubles.set(file, notes);
    }
    byKey.set(key, object);
  }
  return { objects: [...byKey.values()], notes: [...doubles].flatMap(([file, notes]) => shortened(file, notes)) };
}

function shortened(file: string, notes: readonly string[]): string[] {
  const more = notes.length - NAMED;
  return more > 0
    ? [...notes.slice(0, NAMED), `${String(more)} more objects stand twice in ${file}; the later ones are taken.`]
    : [...notes];
}

function doubleNote(earlier: FileObject, later: FileObject): string {
  const { kind, metadata } = later.resource;
  const name = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
  return `${kind} ${name} stands twice: ${placeText(earlier.place)} and ${placeText(later.place)}; the later one is taken.`;
}
