import type { ServiceEntry } from '../../model/istio.js';
import { isKubernetes, type Service } from '../../model/service.js';
import { EXPORT_TO_ANNOTATION } from '../../registry/kubernetes-service.js';
import type { Change } from './change.js';

/** Exports an object to one further namespace, and to its own where nothing was said before. */
export function exportHost(row: Service, namespace: string): Change {
  const declared = [...(row.exportTo ?? ['.'])].filter((value) => value !== '~' && value !== '');
  const own = row.namespace === namespace ? '.' : namespace;
  const exportTo = [...new Set([...declared, own])];
  const object = row.source;
  const { name } = object.metadata;
  const what = `export ${object.kind} ${row.namespace}/${name} to namespace ${namespace}`;
  if (!isKubernetes(row)) {
    const entry = object as ServiceEntry;
    return {
      summary: `${what}: spec.exportTo ${exportTo.join(', ')}`,
      before: object,
      after: { ...entry, spec: { ...entry.spec, exportTo } },
    };
  }
  const annotations = { ...object.metadata.annotations, [EXPORT_TO_ANNOTATION]: exportTo.join(',') };
  return {
    summary: `${what}: annotation ${EXPORT_TO_ANNOTATION} "${exportTo.join(',')}"`,
    before: object,
    after: { ...object, metadata: { ...object.metadata, annotations } },
  };
}
