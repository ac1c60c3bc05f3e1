import type { Binding } from '../key.js';

/** What works on every screen. */
export type AppKey = 'filter' | 'command' | 'help' | 'back' | 'quit';

const BACK: Binding<AppKey> = { keys: ['esc'], does: 'back', action: 'back', hint: true };
const FILTER: Binding<AppKey> = { keys: ['/'], does: 'filter', action: 'filter', hint: true };

const ALWAYS: readonly Binding<AppKey>[] = [
  { keys: [':'], does: 'go to', action: 'command', hint: true },
  { keys: ['?'], does: 'help', action: 'help', hint: true },
  { keys: ['q', 'ctrl-c'], does: 'quit', action: 'quit', hint: true },
];

/** The keys of a screen that are not its own. */
export function appKeys({ filters }: { filters: boolean }): readonly Binding<AppKey>[] {
  return filters ? [FILTER, BACK, ...ALWAYS] : [BACK, ...ALWAYS];
}
