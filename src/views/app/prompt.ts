import { completions, placeOfCommand } from './commands.js';
import { screenAction } from './navigate.js';
import { initialState, type AppState, type Mode } from './state.js';

type Prompt = Extract<Mode, { kind: 'prompt' }>;

/** A key while a line is typed. */
export function promptKey(state: AppState, mode: Prompt, key: string): AppState {
  const { prompt, text, before } = mode;
  const isFilter = prompt === '/';
  switch (key) {
    case 'esc':
      return { ...(isFilter ? filtered(state, before) : state), mode: { kind: 'keys' } };
    case 'enter': {
      const done: AppState = { ...state, mode: { kind: 'keys' } };
      return isFilter ? done : jumped(done, text);
    }
    case 'backspace':
    case 'delete':
      return typed(state, mode, [...text].slice(0, -1).join(''));
    case 'ctrl-u':
      return typed(state, mode, '');
    case 'ctrl-w':
      return typed(state, mode, text.replace(/\S*\s*$/, ''));
    case 'tab':
    case 'right': {
      const [first] = isFilter ? [] : completions(text, state);
      return first === undefined ? state : typed(state, mode, first);
    }
    default:
      return [...key].length === 1 ? typed(state, mode, text + key) : state;
  }
}

function typed(state: AppState, mode: Prompt, text: string): AppState {
  const next: AppState = { ...state, mode: { ...mode, text } };
  return mode.prompt === '/' ? filtered(next, text) : next;
}

function filtered(state: AppState, text: string): AppState {
  return screenAction(state, { type: 'filter', text });
}

/** A jump starts a new way: from there, esc leads to the namespaces. */
function jumped(state: AppState, text: string): AppState {
  const place = placeOfCommand(text, state);
  if (place === 'quit') return { ...state, quit: true };
  if (place === 'help') return { ...state, mode: { kind: 'help', top: 0 } };
  if (typeof place === 'string') return { ...state, message: place };
  const root = { screen: 'namespaces' } as const;
  const { stack, nextId } = initialState(place.screen === 'namespaces' ? [place] : [root, place], state.size);
  const fresh = stack.map((frame) => ({ ...frame, id: frame.id + state.nextId }));
  return { ...state, stack: fresh, nextId: nextId + state.nextId };
}
