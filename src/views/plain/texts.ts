import type { PlainAnswer } from '../engine/protocol.js';
import type { Item } from '../model/item.js';
import { textOf, type Row } from '../model/row.js';
import type { Place } from '../place.js';
import { HOST_COLUMNS } from '../model/host-rows.js';
import { NAMESPACE_COLUMNS } from '../model/namespace-rows.js';
import { WHO_COLUMNS } from '../model/who-rows.js';
import { WORKLOAD_COLUMNS } from '../model/workload-rows.js';

/** The titles of a list's cells. */
export function columnsOfPlace({ screen }: Place): readonly string[] {
  switch (screen) {
    case 'namespaces':
      return NAMESPACE_COLUMNS;
    case 'workloads':
      return WORKLOAD_COLUMNS;
    case 'hosts':
      return HOST_COLUMNS;
    case 'who':
      return WHO_COLUMNS;
    default:
      return [];
  }
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
  return items.flatMap(({ sign, text, ref, children = [] }) => [
    {
      text: `${'  '.repeat(depth)}${SIGNS[sign?.text ?? ''] ?? ''}${text.replace(/ +/g, ' ')}`,
      ...(ref && { to: { screen: 'resource' as const, ref } }),
    },
    ...treeChoices(children, depth + 1),
  ]);
}

/** Where each row leads. */
export function rowChoices(answer: PlainAnswer & { kind: 'rows' }, place: Place): (Choice & { row: Row })[] {
  const columns = columnsOfPlace(place);
  return answer.rows.map((row) => {
    const to = below(place, row);
    return { text: rowText(row, columns), row, ...(to && { to }) };
  });
}

function below(place: Place, { key }: Row): Place | undefined {
  if (place.screen === 'namespaces') return { screen: 'workloads', namespace: key };
  if (place.screen === 'workloads') return { screen: 'hosts', workload: key };
  if (place.screen === 'hosts') return { screen: 'walk', workload: place.workload, host: key };
  return place.screen === 'who' ? { screen: 'walk', workload: key, host: place.host } : undefined;
}
