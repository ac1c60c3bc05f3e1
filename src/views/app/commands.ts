import type { Place } from '../place.js';
import { SCREENS } from '../screens/screens.js';
import { NAMESPACED } from './namespaces.js';
import { topFrame, type AppState } from './state.js';

/** Every word that `:` takes. */
export function commandNames(): string[] {
  return [...Object.values(SCREENS).flatMap(({ names }) => names), 'help', 'quit', 'q'];
}

/** Lines that the typed one may become, the best first. */
export function completions(text: string, { status }: AppState): string[] {
  const [word = '', argument] = text.split(/\s+/, 2);
  if (argument === undefined) return commandNames().filter((name) => name.startsWith(word) && name !== word);
  if (!NAMESPACED.some((screen) => SCREENS[screen].names.includes(word))) return [];
  const namespaces = ['all', ...(status?.namespaces ?? [])];
  return namespaces.filter((name) => name.startsWith(argument) && name !== argument).map((name) => `${word} ${name}`);
}

/** Where a typed line leads, or why nowhere. */
export function placeOfCommand(text: string, state: AppState): Place | 'quit' | 'help' | (string & {}) {
  const [typed = '', argument] = text.trim().split(/\s+/, 2);
  if (['q', 'q!', 'quit'].includes(typed)) return 'quit';
  if (['help', '?', 'h'].includes(typed)) return 'help';
  const is = (screen: keyof typeof SCREENS) => SCREENS[screen].names.includes(nameFor(typed));
  if (is('namespaces')) return { screen: 'namespaces' };
  if (is('ground')) return { screen: 'ground' };
  for (const screen of ['workloads', 'problems'] as const) {
    if (!is(screen)) continue;
    return { screen, ...(argument !== undefined && argument !== 'all' && { namespace: argument }) };
  }
  if (is('conflicts')) {
    if (argument === undefined || argument === 'all') return { screen: 'conflicts' };
    // A host has dots, and a namespace has none.
    return { screen: 'conflicts', ...(argument.includes('.') ? { host: argument } : { namespace: argument }) };
  }
  if (is('ext-authz')) {
    if (argument === undefined || argument === 'all') return { screen: 'ext-authz' };
    return argument.includes('/')
      ? { screen: 'policies', workload: argument }
      : { screen: 'ext-authz', namespace: argument };
  }
  if (is('hosts')) {
    const workload = argument ?? workloadHere(state);
    return workload === undefined
      ? 'hosts of which workload? Choose one, or type :hosts NAMESPACE/KIND/NAME'
      : { screen: 'hosts', workload };
  }
  if (is('who')) {
    const host = argument ?? hostHere(state);
    return host === undefined ? 'who sees which host? Type :who HOST' : { screen: 'who', host };
  }
  return `There is no screen "${typed}". Try: ${Object.values(SCREENS)
    .flatMap(({ names }) => names.slice(0, 1))
    .join(', ')}`;
}

/** A word, or the first that begins with it. */
function nameFor(typed: string): string {
  const names = commandNames();
  return names.includes(typed) ? typed : (names.find((name) => typed !== '' && name.startsWith(typed)) ?? typed);
}

function workloadHere({ stack }: AppState): string | undefined {
  const places = stack.map(({ place }) => place);
  return places.flatMap((place) => ('workload' in place ? [place.workload] : [])).at(-1);
}

function hostHere(state: AppState): string | undefined {
  const { place } = topFrame(state);
  return 'host' in place ? place.host : undefined;
}
