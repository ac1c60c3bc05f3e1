import type { Place } from '../../place.js';
import { currentItem, emptyTree, reduceTree, type TreeAction, type TreeState } from '../../tree/reducer.js';
import type { ScreenAction, Step } from '../screen.js';

type Here = Extract<Place, { screen: 'walk' }>;

export const open = emptyTree;

/** Enter opens what can be opened, and shows the field of what cannot. */
export function reduce(state: TreeState, action: ScreenAction, { host }: Here): Step<TreeState> {
  if (action.type !== 'open') return { state: reduceTree(state, action as TreeAction) };
  if (action.what === 'who') return { state, go: { screen: 'who', host } };
  const current = currentItem(state);
  if (action.what === 'enter' && current?.item.children) return { state: reduceTree(state, { type: 'toggle' }) };
  return { state, ...(current?.ref && { go: { screen: 'resource', ref: current.ref } }) };
}
