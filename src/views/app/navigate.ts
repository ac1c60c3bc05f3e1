import { samePlace, type Place } from '../place.js';
import type { ScreenAction } from '../screens/screen.js';
import { moduleOf } from '../screens/screens.js';
import { pushed, topFrame, withTop, type AppState } from './state.js';

/** What the screen on top makes of an action, and where that leads. */
export function screenAction(state: AppState, action: ScreenAction): AppState {
  const { place, screen, nothing } = topFrame(state);
  // Only what is there can be filtered or walked through.
  if (nothing !== undefined && action.type !== 'open') return state;
  const step = moduleOf(place).reduce(screen, action, place);
  const next = step.state === screen ? state : withTop(state, { screen: step.state });
  return step.go ? opened(next, step.go) : next;
}

/** Back to a place that is already on the way here, else on top of it. */
export function opened(state: AppState, place: Place): AppState {
  const at = state.stack.findIndex((frame) => samePlace(frame.place, place));
  if (at < 0) return pushed(state, place);
  return pushed({ ...state, stack: state.stack.slice(0, at) }, place);
}
