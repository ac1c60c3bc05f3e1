import { fieldOf } from '../../model/resource.js';
import type { Fix } from '../explanation.js';
import { asPatch, objectOf, type Change, type ObjectChange } from './change.js';

/** Changes as YAML to paste, objects to remove and fields of the mesh config to set; one of each for an object. */
export function asFix(changes: readonly Change[]): Pick<Fix, 'yaml' | 'remove' | 'meshConfig'> {
  const first = new Map<string, ObjectChange>();
  const last = new Map<string, ObjectChange>();
  for (const change of changes) {
    if ('meshConfig' in change) continue;
    const { kind, metadata } = objectOf(change);
    const key = `${kind}/${metadata.namespace}/${metadata.name}`;
    if (!first.has(key)) first.set(key, change);
    last.set(key, change);
  }
  const whole = [...first].map(([key, { before }]) => ({ before, after: last.get(key)!.after }));
  const remove = whole.flatMap(({ before, after }) => (before && !after ? [fieldOf(before, '')] : []));
  const meshConfig = changes.flatMap((change) => ('meshConfig' in change ? [change.meshConfig] : []));
  return {
    yaml: whole.flatMap(({ before, after }) => (after ? [before ? asPatch(before, after) : after] : [])),
    ...(remove.length > 0 && { remove }),
    ...(meshConfig.length > 0 && { meshConfig }),
  };
}
