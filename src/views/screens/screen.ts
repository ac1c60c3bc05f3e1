import type { Binding } from '../key.js';
import type { Column } from '../list/columns.js';
import type { ListAction, ListState } from '../list/reducer.js';
import type { Row } from '../model/row.js';
import type { PagerAction, PagerState } from '../pager/reducer.js';
import type { Place, ScreenName } from '../place.js';
import type { TreeAction, TreeState } from '../tree/reducer.js';

export type ScreenState = ListState | TreeState | PagerState;

/** What can be asked about a row, an item or a whole screen, each by a key of its own. */
export type Lead = 'enter' | 'yaml' | 'who' | 'conflicts' | 'ext-authz' | 'problems' | 'ground';

/** Leads to another place. */
export interface OpenAction {
  type: 'open';
  what: Lead;
}

export type ScreenAction = ListAction | TreeAction | PagerAction | OpenAction;

/** Where the keys lead. */
export type Leads = { [L in Lead]?: Place | undefined };

/** What an action leads to: the screen as it is then, and where to go, if anywhere. */
export interface Step {
  state: ScreenState;
  go?: Place | undefined;
}

export type PlaceOf<N extends ScreenName> = Extract<Place, { screen: N }>;

export interface ScreenModule {
  /** By which `:` finds it, the full name first; empty when it needs a row to be about. */
  names: readonly string[];
  open: () => ScreenState;
  keys: readonly Binding<ScreenAction>[];
  /** Whether `/` filters or searches. */
  filters: boolean;
  crumb: (place: Place) => string;
  reduce: (state: ScreenState, action: ScreenAction, place: Place) => Step;
  /** Of a list. */
  columns?: readonly Column[];
  /** Where a row of a list leads. */
  leads?: (row: Row, place: Place) => Leads;
}
