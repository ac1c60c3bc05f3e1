import { currentRow, emptyList, reduceList, type ListAction, type ListState } from '../../list/reducer.js';
import type { Place } from '../../place.js';
import type { ScreenAction, Step } from '../screen.js';

export const open = emptyList;

export function reduce(state: ListState, action: ScreenAction): Step<ListState> {
  if (action.type !== 'open') return { state: reduceList(state, action as ListAction) };
  return { state, go: placeOf(state, action.what) };
}

function placeOf(state: ListState, what: string): Place | undefined {
  const row = currentRow(state);
  if (!row) return undefined;
  if (what === 'enter') return { screen: 'workloads', namespace: row.key };
  return what === 'yaml' && row.ref ? { screen: 'resource', ref: row.ref } : undefined;
}
