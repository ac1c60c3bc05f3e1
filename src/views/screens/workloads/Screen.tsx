import { List } from '../../list/List.js';
import type { ListState } from '../../list/reducer.js';
import type { Size } from '../../size.js';
import { COLUMNS } from './columns.js';

export function Workloads({ state, size }: { state: ListState; size: Size }) {
  return <List state={state} columns={COLUMNS} size={size} />;
}
