import type { Binding } from '../key.js';
import type { Column } from './columns.js';
import type { ListAction } from './reducer.js';

export const PROBLEMS: Binding<ListAction> = {
  keys: ['ctrl-z'],
  does: 'problems only',
  action: { type: 'problems' },
  hint: true,
};

/** Shift and a letter sort by a column. */
export function sortKeys(columns: readonly Column[]): Binding<ListAction>[] {
  return columns.flatMap(({ title, sort }, column) =>
    sort ? [{ keys: [sort], does: `sort ${title.toLowerCase()}`, action: { type: 'sort', column } as const }] : [],
  );
}
