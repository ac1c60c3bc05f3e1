import { emptyPager, reducePager, type PagerAction, type PagerState } from '../../pager/reducer.js';
import type { ScreenAction, Step } from '../screen.js';

export const open = emptyPager;

export function reduce(state: PagerState, action: ScreenAction): Step<PagerState> {
  return { state: action.type === 'open' ? state : reducePager(state, action as PagerAction) };
}
