import type { PlainAnswer } from '../engine/protocol.js';
import type { Item } from '../model/item.js';
import { textOf, type Row } from '../model/row.js';
import { splitWorkload, type Place } from '../place.js';
import type { Leads } from '../screens/screen.js';
import { moduleOf } from '../screens/screens.js';

/** The titles of a list's cells. */
export function titlesOf(place: Place): readonly string[] {
  return (moduleOf(place).columns ?? []).map(({ title }) => title);
}

/** A row as a sentence: what is in it, each value with its title. */
export function rowText({ cells }: Row, columns: readonly string[]): string {
  const [first, ...rest] = cells.map((cell) => withoutSigns(textOf(cell)));
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
      text: `${'  '.repeat(depth)}${SIGNS[sign?.text ?? ''] ?? ''}${text.replace(/(?<=\S) +/g, ' ')}`,
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

/** Where a whole page leads, by what it is about. */
export function leadsHere(place: Place): Leads {
  const { host, namespace, workload } = place as { host?: string; namespace?: string; workload?: string };
  const where = namespace ?? (workload && splitWorkload(workload).namespace);
  return {
    ...(host !== undefined && { who: { screen: 'who', host } }),
    conflicts: {
      screen: 'conflicts',
      ...(host !== undefined ? { host } : where !== undefined && { namespace: where }),
    },
    'ext-authz':
      workload !== undefined
        ? { screen: 'policies', workload }
        : { screen: 'ext-authz', ...(where !== undefined && { namespace: where }) },
    problems: { screen: 'problems', ...(where !== undefined && { namespace: where }) },
    ground: { screen: 'ground' },
  };
}

/** The words say the same. */
export function withoutSigns(text: string): string {
  return text.replace(/(^| )[✔✘?!] /g, '$1');
}
