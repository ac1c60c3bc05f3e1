import type { PlainAnswer } from '../engine/protocol.js';
import type { Item } from '../model/item.js';
import { textOf, type Row } from '../model/row.js';
import type { Place } from '../place.js';
import { moduleOf } from '../screens/screens.js';

/** The titles of a list's cells. */
export function titlesOf(place: Place): readonly string[] {
  return (moduleOf(place).columns ?? []).map(({ title }) => title);
}

/** A row as a sentence: what is in it, each value with its title. */
export function rowText({ cells }: Row, columns: readonly string[]): string {
  const [first, ...rest] = cells.map((cell) => textOf(cell).replace(/^[✔✘?!] /, ''));
  const named = rest.flatMap((text, i) =>
    text === '' || text === '-' ? [] : [`${columns[i + 1]!.toLowerCase()} ${text}`],
  );
  return [first, ...named].join(', ');
}

export interface Choice {
  text: string;
  to?: Place;
}

const SIGNS: Record<string, string> = {
  '✔': 'passed: ',
  '✘': 'failed: ',
  '-': '',
  '↳': 'field: ',
  '!': 'note: ',
  '?': '',
  '→': '',
  '+': '',
};

/** A tree as numbered lines: everything is open, signs are words, what has a field leads to it. */
export function treeChoices(items: readonly Item[], depth = 0): Choice[] {
  return items.flatMap(({ sign, text, ref, to, children = [] }) => [
    {
      text: `${'  '.repeat(depth)}${SIGNS[sign?.text ?? ''] ?? ''}${text.replace(/ +/g, ' ')}`,
      ...((to ?? ref) && { to: to ?? { screen: 'resource' as const, ref: ref! } }),
    },
    ...treeChoices(children, depth + 1),
  ]);
}

/** Where each row leads. */
export function rowChoices(answer: PlainAnswer & { kind: 'rows' }, place: Place): (Choice & { row: Row })[] {
  const titles = titlesOf(place);
  return answer.rows.map((row) => {
    const leads = moduleOf(place).leads?.(row, place);
    return { text: rowText(row, titles), row, ...(leads?.enter && { to: leads.enter }) };
  });
}
