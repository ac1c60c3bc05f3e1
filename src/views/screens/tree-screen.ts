import type { Binding } from '../key.js';
import type { Place, ScreenName } from '../place.js';
import type { Flat } from '../tree/flatten.js';
import { TREE_KEYS } from '../tree/keymap.js';
import { currentItem, emptyTree, reduceTree, type TreeAction, type TreeState } from '../tree/reducer.js';
import { ANYWHERE, leadKey, LEAD_KEYS } from './leads.js';
import type { Leads, PlaceOf, ScreenAction, ScreenModule } from './screen.js';

export interface TreeScreen<N extends ScreenName> {
  crumb: (place: PlaceOf<N>) => string;
  /** Where the whole screen leads, whatever is under the cursor. */
  leads: (place: PlaceOf<N>) => Leads;
}

const KEYS: readonly Binding<ScreenAction>[] = [
  leadKey('enter', 'open'),
  leadKey('yaml', 'YAML'),
  leadKey('who', 'who sees it'),
  ...LEAD_KEYS,
  ...TREE_KEYS,
];

/** A screen that is a tree: enter opens what can be opened, and shows the field of what cannot. */
export function treeScreen<N extends ScreenName>({ crumb, leads }: TreeScreen<N>): ScreenModule {
  return {
    names: [],
    keys: KEYS,
    filters: false,
    open: emptyTree,
    crumb: (place) => crumb(place as PlaceOf<N>),
    reduce(state, action, place) {
      const of = state as TreeState;
      if (action.type !== 'open') return { state: reduceTree(of, action as TreeAction) };
      const current = currentItem(of);
      const go = { ...leadsOf(current), ...leads(place as PlaceOf<N>) }[action.what];
      if (action.what === 'enter' && current?.item.children) return { state: reduceTree(of, { type: 'toggle' }) };
      return { state, go };
    },
  };
}

function leadsOf(current: Flat | undefined): Leads {
  if (!current) return ANYWHERE;
  const { item, ref, host } = current;
  const yaml: Place | undefined = ref && { screen: 'resource', ref };
  return {
    ...ANYWHERE,
    yaml,
    enter: item.to ?? yaml,
    ...(host !== undefined && { who: { screen: 'who', host }, conflicts: { screen: 'conflicts', host } }),
  };
}
