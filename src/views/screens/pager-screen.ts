import type { ScreenName } from '../place.js';
import { PAGER_KEYS } from '../pager/keymap.js';
import { emptyPager, reducePager, type PagerAction, type PagerState } from '../pager/reducer.js';
import { ANYWHERE, LEAD_KEYS } from './leads.js';
import type { PlaceOf, ScreenModule } from './screen.js';

export interface PagerScreen<N extends ScreenName> {
  names: readonly string[];
  crumb: (place: PlaceOf<N>) => string;
}

/** A screen of text to scroll through. */
export function pagerScreen<N extends ScreenName>({ names, crumb }: PagerScreen<N>): ScreenModule {
  return {
    names,
    keys: [...PAGER_KEYS, ...LEAD_KEYS],
    filters: true,
    open: emptyPager,
    crumb: (place) => crumb(place as PlaceOf<N>),
    reduce(state, action) {
      if (action.type === 'open') return { state, go: ANYWHERE[action.what] };
      return { state: reducePager(state as PagerState, action as PagerAction) };
    },
  };
}
