import type { Binding } from '../key.js';
import { moduleOf } from '../screens/screens.js';
import type { Size } from '../size.js';
import { cut, fit } from '../width.js';
import { appKeys } from './keymap.js';
import { isNamespaced } from './namespaces.js';
import { bodySize, topFrame, type AppState } from './state.js';

const NUMBERS: Binding<never> = {
  keys: ['0', '1-9'],
  does: 'all namespaces, or the one of that number',
  action: undefined as never,
};
const FILTERS = [
  'Filters: text or regular expression · !text: not that · -f text: letters in this order',
  '         -l key=value,key: labels',
];

/** Every key of the screen on top. */
export function allKeys(state: AppState): Binding<unknown>[] {
  const { place } = topFrame(state);
  const module = moduleOf(place);
  return [...module.keys, ...(isNamespaced(place) ? [NUMBERS] : []), ...appKeys(module)];
}

export function helpHeight(size: Size): number {
  return bodySize(size).rows;
}

/** Help as lines: in two columns where there is room. */
export function helpLines(state: AppState): string[] {
  const entries = allKeys(state).map(({ keys, does }) => `${fit(keys.map(keyName).join(' '), 15)} ${does}`);
  const { columns } = state.size;
  const half = Math.floor((columns - 4) / 2);
  const rows = Math.ceil(entries.length / 2);
  const lines = Array.from(
    { length: rows },
    (_, i) => `  ${fit(entries[i]!, half)}${cut(entries[rows + i] ?? '', half)}`,
  );
  const filters = moduleOf(topFrame(state).place).filters
    ? ['', ...FILTERS.map((text) => cut(`  ${text}`, columns))]
    : [];
  return [...lines, ...filters];
}

export function keyName(key: string): string {
  return key === ' ' ? '<space>' : `<${key}>`;
}
