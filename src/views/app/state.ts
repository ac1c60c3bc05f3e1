import type { Status } from '../engine/protocol.js';
import type { Place } from '../place.js';
import { moduleOf } from '../screens/screens.js';
import type { ScreenState } from '../screens/screen.js';
import { isTooSmall, type Size } from '../size.js';

/** A screen on the stack. */
export interface Frame {
  id: number;
  place: Place;
  title: string;
  screen: ScreenState;
  /** Why there is nothing to show. */
  nothing?: string;
}

export type Mode =
  | { kind: 'keys' }
  | { kind: 'prompt'; prompt: '/' | ':'; text: string; before: string }
  | { kind: 'help'; top: number };

export interface AppState {
  /** The last one is shown; the others are the way back. */
  stack: readonly Frame[];
  size: Size;
  mode: Mode;
  status?: Status;
  /** Said in the last line until the next key. */
  message: string;
  nextId: number;
  quit: boolean;
}

export function initialState(places: readonly Place[], size: Size, message = ''): AppState {
  const empty: AppState = { stack: [], size, mode: { kind: 'keys' }, message, nextId: 1, quit: false };
  return places.reduce(pushed, empty);
}

export function topFrame({ stack }: AppState): Frame {
  return stack[stack.length - 1]!;
}

/** Another screen on top; the same place is not stacked twice. */
export function pushed(state: AppState, place: Place): AppState {
  const module = moduleOf(place);
  const frame: Frame = { id: state.nextId, place, title: module.crumb(place), screen: module.open() };
  return sized({ ...state, stack: [...state.stack, frame], nextId: state.nextId + 1 });
}

/** In the place of the screen on top. */
export function replaced(state: AppState, place: Place): AppState {
  return pushed({ ...state, stack: state.stack.slice(0, -1) }, place);
}

export function popped(state: AppState): AppState {
  return state.stack.length > 1 ? sized({ ...state, stack: state.stack.slice(0, -1) }) : state;
}

export function withTop(state: AppState, change: Partial<Frame>): AppState {
  return { ...state, stack: [...state.stack.slice(0, -1), { ...topFrame(state), ...change }] };
}

/** Lines around the body: the header, the hints, the title, the crumbs; and one that stays free. */
export function bodySize({ columns, rows }: Size): Size {
  return { columns, rows: Math.max(1, rows - 1 - 1 - hintLines(rows) - 1 - 1) };
}

export function hintLines(rows: number): number {
  return rows >= 20 ? 2 : 1;
}

/** The screen on top fills the terminal as it is now. */
export function sized(state: AppState): AppState {
  if (isTooSmall(state.size) || state.stack.length === 0) return state;
  const { columns, rows } = bodySize(state.size);
  const frame = topFrame(state);
  const height = frame.screen.kind === 'list' ? rows - 1 : rows;
  const { state: screen } = moduleOf(frame.place).reduce(
    frame.screen,
    { type: 'resize', width: columns, height },
    frame.place,
  );
  return withTop(state, { screen });
}
