import { apiGroup, type Resource } from '../model/resource.js';

/** Tells objects apart as the API server does: versions of one kind are the same object. */
export function objectKey(resource: Resource): string {
  const { namespace = '', name } = resource.metadata;
  return `${apiGroup(resource)}/${resource.kind}/${namespace}/${name}`;
}
