import type { ComponentType } from 'react';
import type { Binding } from '../key.js';
import type { ListAction, ListState } from '../list/reducer.js';
import type { PagerAction, PagerState } from '../pager/reducer.js';
import type { Place, ScreenName } from '../place.js';
import type { Size } from '../size.js';
import type { TreeAction, TreeState } from '../tree/reducer.js';

export type ScreenState = ListState | TreeState | PagerState;

/** Leads to another place. */
export interface OpenAction {
  type: 'open';
  what: 'enter' | 'yaml' | 'who';
}

export type ScreenAction = ListAction | TreeAction | PagerAction | OpenAction;

/** What an action leads to: the screen as it is then, and where to go, if anywhere. */
export interface Step<S extends ScreenState = ScreenState> {
  state: S;
  go?: Place | undefined;
}

export interface ScreenModule<S extends ScreenState = ScreenState, N extends ScreenName = ScreenName> {
  /** By which `:` finds it, the full name first; empty when it needs a row to be about. */
  names: readonly string[];
  open: () => S;
  keys: readonly Binding<ScreenAction>[];
  /** Whether `/` filters or searches. */
  filters: boolean;
  crumb: (place: Extract<Place, { screen: N }>) => string;
  reduce: (state: S, action: ScreenAction, place: Extract<Place, { screen: N }>) => Step<S>;
  Screen: ComponentType<{ state: S; size: Size; place: Extract<Place, { screen: N }> }>;
}
