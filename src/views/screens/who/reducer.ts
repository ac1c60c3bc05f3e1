import { currentRow, emptyList, reduceList, type ListAction, type ListState } from '../../list/reducer.js';
import type { Place } from '../../place.js';
import type { ScreenAction, Step } from '../screen.js';

type Here = Extract<Place, { screen: 'who' }>;

export const open = emptyList;

export function reduce(state: ListState, action: ScreenAction, { host }: Here): Step<ListState> {
  if (action.type !== 'open') return { state: reduceList(state, action as ListAction) };
  const row = currentRow(state);
  return { state, ...(row && action.what === 'enter' && { go: { screen: 'walk', workload: row.key, host } }) };
}
