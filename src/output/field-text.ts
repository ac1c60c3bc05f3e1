import type { FieldRef } from '../model/resource.js';

/** `Sidecar shop/default spec.egress[0].hosts (mesh/shop.yaml:12)` */
export function fieldText({ kind, namespace, name, path, cluster, file, line }: FieldRef): string {
  const object =
    kind === 'MeshConfig'
      ? `mesh config (ConfigMap ${namespace}/${name})`
      : `${kind} ${namespace ? `${namespace}/` : ''}${name}${cluster === undefined ? '' : `@${cluster}`}`;
  const where = file ? ` (${file}${line ? `:${line}` : ''})` : '';
  return `${object}${path ? ` ${path}` : ''}${where}`;
}
