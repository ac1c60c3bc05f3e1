import { titleOf } from '../place.js';
import type { RowsAnswer } from './answer.js';
import type { MeshModel } from './mesh-model.js';
import { bad, type Row } from './row.js';

/** What an operator should look at in a namespace, or in the whole mesh: each leads to the field that it is about. */
export function problemRows(model: MeshModel, namespace: string | undefined): RowsAnswer {
  const rows = model.problems.flatMap(({ ref, text }): Row[] => {
    if (namespace !== undefined && ref.namespace !== namespace) return [];
    const { kind, name, cluster, path } = ref;
    return [
      {
        key: `${kind} ${ref.namespace}/${titleOf(name, cluster)} ${path} ${text}`,
        cells: [ref.namespace, `${kind}/${titleOf(name, cluster)}`, path, bad(text)],
        problem: true,
        ref,
      },
    ];
  });
  return { kind: 'rows', title: `Problems(${namespace ?? 'all'})`, rows, empty: 'No object needs a look.' };
}
