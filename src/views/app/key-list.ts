import type { Binding } from '../key.js';
import { moduleOf } from '../screens/screens.js';
import type { Size } from '../size.js';
import { cut, fit, wrap } from '../width.js';
import { appKeys } from './keymap.js';
import { isNamespaced } from './namespaces.js';
import { bodySize, topFrame, type AppState } from './state.js';

const NUMBERS: Binding<never> = {
  keys: ['0', '1-9'],
  does: 'namespace',
  action: undefined as never,
};
const FILTERS = [
  'After /: text or a regular expression; !text: all but that',
  '         -f text: letters in this order; -l key=value,key: labels',
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
  const { columns } = state.size;
  const entries = allKeys(state).map(({ keys, does }) => `${fit(keys.map(keyName).join(' '), KEYS_WIDTH)} ${does}`);
  const filters = moduleOf(topFrame(state).place).filters
    ? ['', ...FILTERS.flatMap((text) => wrap(text, columns - 3)).map((text) => `  ${text}`)]
    : [];
  const half = Math.floor((columns - 4) / 2);
  if (columns < TWO_COLUMNS) return [...entries.map((entry) => cut(`  ${entry}`, columns)), ...filters];
  const rows = Math.ceil(entries.length / 2);
  const lines = entries.slice(0, rows).map((entry, i) => `  ${fit(entry, half)}${cut(entries[rows + i] ?? '', half)}`);
  return [...lines, ...filters];
}

const KEYS_WIDTH = 23;
const TWO_COLUMNS = 80;

export function keyName(key: string): string {
  return key === ' ' ? '<space>' : `<${key}>`;
}
