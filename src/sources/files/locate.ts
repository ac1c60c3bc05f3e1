import type { FieldRef } from '../../model/resource.js';
import type { Loaded } from '../loaded.js';
import { lineWithin, type FileObject } from './document.js';

/** Finds the lines of fields in the files that were read. Two groups may have one kind (Gateway): the first is taken. */
export function locator(objects: readonly FileObject[], configCluster?: string): Loaded['locate'] {
  const placed = objects.filter(({ place }) => place.document.lineOf);
  let index: Map<string, FileObject> | undefined;
  return ({ kind, namespace, name, path, cluster = '' }: FieldRef) => {
    // Many commands never ask.
    index ??= indexed(placed, configCluster);
    const object = index.get(`${cluster}/${kind}/${namespace}/${name}`);
    const line = object && lineWithin(object.place, path);
    return object && line !== undefined ? { file: object.place.document.file, line } : undefined;
  };
}

function indexed(objects: readonly FileObject[], configCluster: string | undefined): Map<string, FileObject> {
  const index = new Map<string, FileObject>();
  for (const object of objects) {
    const { kind, metadata } = object.resource;
    const { cluster = '' } = object;
    const key = `${cluster === configCluster ? '' : cluster}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
    if (!index.has(key)) index.set(key, object);
  }
  return index;
}
