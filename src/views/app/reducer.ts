import type { PlaceMessage } from '../engine/client.js';
import type { Status } from '../engine/protocol.js';
import { moduleOf } from '../screens/screens.js';
import type { ScreenAction } from '../screens/screen.js';
import type { Size } from '../size.js';
import { without } from '../without.js';
import { pressed } from './press.js';
import { sized, topFrame, withTop, type AppState, type Frame } from './state.js';

export type AppAction =
  | { type: 'key'; key: string }
  | { type: 'size'; size: Size }
  | { type: 'status'; status: Status }
  | { type: 'engine'; frame: number; message: PlaceMessage }
  | { type: 'calm'; keys: ReadonlySet<string> };

/** Everything that can happen to the view; draws nothing. */
export function reduceApp(state: AppState, action: AppAction): AppState {
  switch (action.type) {
    case 'key':
      return pressed(state, action.key);
    case 'size':
      return sized({ ...state, size: action.size });
    case 'status':
      return { ...state, status: action.status };
    case 'engine':
      return action.frame === topFrame(state).id ? answered(state, action.message) : state;
    case 'calm':
      return topFrame(state).screen.kind === 'list' ? changed(state, action) : state;
  }
}

function answered(state: AppState, message: PlaceMessage): AppState {
  const { pending, last, again } = message;
  if (message.type === 'patch') return changed(state, { type: 'patch', rows: message.rows, pending, last, again });
  const { answer } = message;
  const titled: Frame = { ...without(topFrame(state), 'nothing'), title: answer.title };
  const next = withFrame(state, answer.kind === 'nothing' ? { ...titled, nothing: answer.text } : titled);
  switch (answer.kind) {
    case 'nothing':
      return next;
    case 'rows':
      return changed(next, { type: 'rows', rows: answer.rows, empty: answer.empty, pending, last, again });
    case 'tree':
      return changed(next, { type: 'tree', head: answer.head, items: answer.items });
    case 'lines':
      return changed(next, { type: 'lines', lines: answer.lines, marked: answer.marked });
  }
}

function withFrame(state: AppState, frame: Frame): AppState {
  return { ...state, stack: [...state.stack.slice(0, -1), frame] };
}

function changed(state: AppState, action: ScreenAction): AppState {
  const { place, screen } = topFrame(state);
  return withTop(state, { screen: moduleOf(place).reduce(screen, action, place).state });
}
