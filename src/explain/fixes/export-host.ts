import type { Resource } from '../../model/resource.js';
import { isKubernetes, type Service } from '../../model/service.js';
import { EXPORT_TO_ANNOTATION } from '../../registry/kubernetes-service.js';
import type { ObjectChange } from './change.js';

/** Exports an object to one further namespace, and to its own where nothing was said before. */
export function exportHost(row: Service, namespace: string): ObjectChange {
  const declared = [...(row.exportTo ?? ['.'])].filter((value) => value !== '~' && value !== '');
  const own = row.namespace === namespace ? '.' : namespace;
  const exportTo = [...new Set([...declared, own])];
  const object = row.source;
  const what = `export ${object.kind} ${row.namespace}/${object.metadata.name} to namespace ${namespace}`;
  const how = isKubernetes(row)
    ? `annotation ${EXPORT_TO_ANNOTATION} "${exportTo.join(',')}"`
    : `spec.exportTo ${exportTo.join(', ')}`;
  return { summary: `${what}: ${how}`, before: object, after: withExportTo(object, exportTo) };
}

/** An object with another exportTo: Services say it in an annotation. */
export function withExportTo(object: Resource, exportTo: readonly string[]): Resource {
  if (object.kind !== 'Service') return { ...object, spec: { ...(object.spec as object), exportTo: [...exportTo] } };
  const annotations = { ...object.metadata.annotations, [EXPORT_TO_ANNOTATION]: exportTo.join(',') };
  return { ...object, metadata: { ...object.metadata, annotations } };
}
