import type { Binding } from '../key.js';
import type { Column } from '../list/columns.js';
import { PROBLEMS, sortKeys } from '../list/keymap.js';
import { currentRow, emptyList, reduceList, type ListAction, type ListState } from '../list/reducer.js';
import type { Row } from '../model/row.js';
import { MOVES } from '../motion.js';
import type { ScreenName } from '../place.js';
import { ANYWHERE, LEAD_KEYS } from './leads.js';
import type { Leads, OpenAction, PlaceOf, ScreenAction, ScreenModule } from './screen.js';

export interface ListScreen<N extends ScreenName> {
  names: readonly string[];
  crumb: (place: PlaceOf<N>) => string;
  columns: readonly Column[];
  /** Those that need a row. */
  keys: readonly Binding<OpenAction>[];
  /** Where a row leads; to its object's YAML anyway, when it has one. */
  leads: (row: Row, place: PlaceOf<N>) => Leads;
}

/** A screen that is a list: it differs from others in its columns and in where its rows lead. */
export function listScreen<N extends ScreenName>(list: ListScreen<N>): ScreenModule {
  const { names, columns } = list;
  const keys: readonly Binding<ScreenAction>[] = [...list.keys, ...LEAD_KEYS, PROBLEMS, ...MOVES, ...sortKeys(columns)];
  const leads: ScreenModule['leads'] = (row, place) => ({
    ...(row.ref && { yaml: { screen: 'resource', ref: row.ref } }),
    ...list.leads(row, place as PlaceOf<N>),
  });
  return {
    names,
    columns,
    keys,
    leads,
    filters: true,
    open: emptyList,
    crumb: (place) => list.crumb(place as PlaceOf<N>),
    reduce(state, action, place) {
      const of = state as ListState;
      if (action.type !== 'open') return { state: reduceList(of, action as ListAction) };
      const row = currentRow(of);
      return { state, go: (row && leads(row, place))?.[action.what] ?? ANYWHERE[action.what] };
    },
  };
}
