import { actionFor } from '../key.js';
import { moduleOf } from '../screens/screens.js';
import { isTooSmall } from '../size.js';
import { helpHeight, helpLines } from './key-list.js';
import { appKeys, type AppKey } from './keymap.js';
import { isNamespaced, numberedNamespaces, type NamespacedPlace } from './namespaces.js';
import { promptKey } from './prompt.js';
import { screenAction } from './navigate.js';
import { popped, replaced, topFrame, type AppState } from './state.js';

/** What a key does, by where the view is. */
export function pressed(before: AppState, key: string): AppState {
  const state = before.message === '' ? before : { ...before, message: '' };
  if (key === 'ctrl-c') return { ...state, quit: true };
  if (isTooSmall(state.size)) return key === 'q' ? { ...state, quit: true } : state;
  if (state.mode.kind === 'prompt') return promptKey(state, state.mode, key);
  if (state.mode.kind === 'help') return helpKey(state, state.mode.top, key);
  const { place } = topFrame(state);
  const module = moduleOf(place);
  const app = actionFor(appKeys(module), key);
  if (app) return appAction(state, app);
  if (isNamespaced(place) && /^\d$/.test(key)) return toNamespace(state, place, Number(key));
  const action = actionFor(module.keys, key);
  return action ? screenAction(state, action) : state;
}

function appAction(state: AppState, action: AppKey): AppState {
  const { screen } = topFrame(state);
  const filter = 'filter' in screen ? screen.filter : '';
  switch (action) {
    case 'filter':
      return { ...state, mode: { kind: 'prompt', prompt: '/', text: filter, before: filter } };
    case 'command':
      return { ...state, mode: { kind: 'prompt', prompt: ':', text: '', before: '' } };
    case 'help':
      return { ...state, mode: { kind: 'help', top: 0 } };
    case 'back':
      if (filter !== '') return screenAction(state, { type: 'filter', text: '' });
      return state.stack.length > 1 ? popped(state) : { ...state, message: 'This is the first screen: q quits.' };
    case 'quit':
      return { ...state, quit: true };
  }
}

function toNamespace(state: AppState, { screen }: NamespacedPlace, number: number): AppState {
  if (number === 0) return replaced(state, { screen });
  const namespace = numberedNamespaces(state)[number - 1];
  return namespace === undefined ? state : replaced(state, { screen, namespace });
}

function helpKey(state: AppState, top: number, key: string): AppState {
  const last = Math.max(0, helpLines(state).length - helpHeight(state.size));
  const moved = (by: number): AppState => ({
    ...state,
    mode: { kind: 'help', top: Math.max(0, Math.min(last, top + by)) },
  });
  if (key === 'down' || key === 'j') return moved(1);
  if (key === 'up' || key === 'k') return moved(-1);
  if (key === 'pgdn' || key === ' ') return moved(10);
  if (key === 'pgup') return moved(-10);
  return ['esc', 'q', '?', 'enter'].includes(key) ? { ...state, mode: { kind: 'keys' } } : state;
}
